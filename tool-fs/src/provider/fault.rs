//! Where a test makes a step of a publication fail, or ends the process.

/// Stands before every call that changes the disk. Outside tests it is nothing.
#[cfg(not(test))]
#[inline]
pub(super) fn step() -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub(super) use tests::step;

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;
    use std::io;

    /// What happens at the step of a number.
    #[derive(Clone, Copy)]
    pub(crate) enum Fault {
        Error,
        Kill,
    }

    thread_local! {
        static ARMED: Cell<Option<(u32, Fault)>> = const { Cell::new(None) };
    }

    /// Lets the step with this number (0 is the next) of this thread go wrong, once.
    pub(crate) fn arm(step: u32, fault: Fault) {
        ARMED.set(Some((step, fault)));
    }

    /// Whether the step did not come.
    pub(crate) fn disarm() -> bool {
        ARMED.take().is_some()
    }

    pub(in crate::provider) fn step() -> io::Result<()> {
        match ARMED.get() {
            None => Ok(()),
            Some((0, fault)) => {
                ARMED.set(None);
                if let Fault::Kill = fault {
                    let own = rustix::process::getpid();
                    rustix::process::kill_process(own, rustix::process::Signal::KILL)?;
                }
                Err(rustix::io::Errno::NOSPC.into())
            }
            Some((left, fault)) => {
                ARMED.set(Some((left - 1, fault)));
                Ok(())
            }
        }
    }
}
