//! The types of the shipped tools.

use tool_fs::{ReadArgs, ReadOutput};

use super::agree;

// A path with a NUL is refused by a `check`, which stands outside S1; no text of these tests has one.
agree!(args read_arguments: ReadArgs, "offset" = U64, "limit" = U64);
agree!(read_value: ReadOutput, "**" = U64);
