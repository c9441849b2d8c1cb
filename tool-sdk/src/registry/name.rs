//! Names of tools (contract R6).

use super::error::RegisterError;

/// The name of the one program tool, which is registered in a way of its own.
pub(crate) const PROGRAM_TOOL: &str = "run_code";

/// Checks the name of a tool: `[A-Za-z0-9_-]{1,64}`, and not the reserved one.
///
/// # Errors
/// What is wrong with it.
pub fn check_name(name: &str) -> Result<(), RegisterError> {
    let legal = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    if name.is_empty() || name.len() > 64 || !name.bytes().all(legal) {
        return Err(RegisterError::IllegalName { name: name.to_owned() });
    }
    if name == PROGRAM_TOOL {
        return Err(RegisterError::ReservedName { name: name.to_owned() });
    }
    Ok(())
}
