//! The types of the shipped tools.

use tool_bash::{BashArgs, BashOutput};
use tool_fs::{ReadArgs, ReadOutput};

use super::agree;

// A path with a NUL is refused by a `check`, which stands outside S1; no text of these tests has one.
agree!(args read_arguments: ReadArgs, "offset" = U64, "limit" = U64);
agree!(read_value: ReadOutput, "**" = U64);
agree!(args bash_arguments: BashArgs, "timeoutMs" = U64);
agree!(
    bash_value: BashOutput,
    "exitCode" = I32, "timeoutMs" = U64, "stopped" = U32, "left" = U32, "stdout.bytes" = U64, "stderr.bytes" = U64,
);
