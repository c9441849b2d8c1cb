//! The types of the shipped tools.

use tool_bash::BashOutput;
use tool_fs::{
    EditOutput, EditStep, GlobArgs, GlobOutput, GrepOutput, ReadArgs, ReadImageArgs, ReadImageOutput, ReadOutput,
    WriteOutput,
};

use super::agree;

// A path with a NUL is refused by a `check`, which stands outside S1; no text of these tests has one. The checks of the other
// arguments refuse more than that, so of them only the parts are here.
agree!(args read_arguments: ReadArgs, "offset" = U64, "limit" = U64);
agree!(args read_image_arguments: ReadImageArgs);
agree!(args glob_arguments: GlobArgs, "offset" = U64, "limit" = U64);
agree!(lossy edit_step: EditStep);
agree!(read_value: ReadOutput, "**" = U64);
agree!(
    bash_value: BashOutput,
    "exitCode" = I32, "timeoutMs" = U64, "stopped" = U32, "left" = U32, "stdout.bytes" = U64, "stderr.bytes" = U64,
);
agree!(read_image_value: ReadImageOutput, "**" = U64);
agree!(write_value: WriteOutput, "**" = U64);
agree!(edit_value: EditOutput, "**" = U64);
agree!(glob_value: GlobOutput, "**" = U64);
agree!(grep_value: GrepOutput, "**" = U64);
