//! `Duration` as a field: a non-negative integer in a unit that the field states.

use std::any::{Any, TypeId};
use std::time::Duration;

use super::model::Width;
use super::rule::{Measure, Num};
use super::shape::kinds;
use super::table::{Node, Ops};
use super::violation::{Path, Violation, Violations};
use crate::json::{Encoder, Fail, Reader};

/// `Duration` or `Option<Duration>`.
#[diagnostic::on_unimplemented(message = "`unit` applies to a `Duration`, not to `{Self}`", label = "not a `Duration`")]
pub trait DurationField: Send + Sync + 'static + Sized {
    /// Whether the key may be absent.
    const OPTIONAL: bool;
    /// The field for a duration that is there.
    fn present(duration: Duration) -> Self;
    /// The field for an absent key.
    fn absent() -> Option<Self>;
    /// The duration, if it is there.
    fn duration(&self) -> Option<Duration>;
}

impl DurationField for Duration {
    const OPTIONAL: bool = false;

    fn present(duration: Duration) -> Self {
        duration
    }

    fn absent() -> Option<Self> {
        None
    }

    fn duration(&self) -> Option<Duration> {
        Some(*self)
    }
}

impl DurationField for Option<Duration> {
    const OPTIONAL: bool = true;

    fn present(duration: Duration) -> Self {
        Some(duration)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn duration(&self) -> Option<Duration> {
        *self
    }
}

const NODE: &Node = &Node::Integer(Width { min: 0, max: u64::MAX as i128, name: "duration" });

fn field<T: DurationField>(part: &dyn Any) -> Option<Duration> {
    part.downcast_ref::<T>().and_then(T::duration)
}

fn in_unit<const NANOS: u64>(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos() / u128::from(NANOS)).unwrap_or(u64::MAX)
}

fn check<T: DurationField, const NANOS: u64>(part: &dyn Any, at: &Path<'_>, out: &mut Violations) {
    let Some(duration) = field::<T>(part) else { return };
    let units = duration.as_nanos() / u128::from(NANOS);
    if duration.as_nanos() % u128::from(NANOS) != 0 || u64::try_from(units).is_err() {
        out.push(Violation::expected(
            at.to_string(),
            "a whole number of the field's unit",
            format_args!("{duration:?}"),
        ));
    }
}

fn measure<T: DurationField, const NANOS: u64>(part: &dyn Any) -> Measure<'_> {
    field::<T>(part).map_or(Measure::Nothing, |d| Measure::Number(Num::Int(in_unit::<NANOS>(d).into())))
}

/// The functions of a duration in units of so many nanoseconds.
pub const fn duration_ops<T: DurationField, const NANOS: u64>() -> &'static Ops {
    const {
        &Ops {
            kinds: kinds::INTEGER,
            literals: &[],
            optional: T::OPTIONAL,
            node: || NODE,
            field_node: || NODE,
            identity: TypeId::of::<T>,
            field_identity: TypeId::of::<T>,
            put: |slot, reader, rules| {
                let duration = T::present(read::<NANOS>(reader)?);
                let slot = slot.downcast_mut::<Option<T>>().ok_or(Fail)?;
                let kept = rules.iter().all(|rule| rule.admits(measure::<T, NANOS>(&duration)));
                *slot = Some(duration);
                if kept { Ok(()) } else { Err(Fail) }
            },
            put_absent: if T::OPTIONAL {
                Some(|slot| {
                    if let Some(slot) = slot.downcast_mut::<Option<T>>() {
                        *slot = T::absent();
                    }
                })
            } else {
                None
            },
            encode: |part, out| match field::<T>(part) {
                Some(duration) => out.unsigned(in_unit::<NANOS>(duration)),
                None => out.null(),
            },
            is_absent: if T::OPTIONAL { Some(|part| field::<T>(part).is_none()) } else { None },
            check: Some(check::<T, NANOS>),
            keeps: |part, rules| rules.iter().all(|rule| rule.admits(measure::<T, NANOS>(part))),
        }
    }
}

fn read<const NANOS: u64>(reader: &mut Reader<'_>) -> Result<Duration, Fail> {
    let units = u64::try_from(reader.integer()?).map_err(|_| Fail)?;
    let nanos = u128::from(units) * u128::from(NANOS);
    let seconds = u64::try_from(nanos / 1_000_000_000).map_err(|_| Fail)?;
    Ok(Duration::new(seconds, (nanos % 1_000_000_000) as u32))
}

/// Writes the default of such a field.
pub fn write_duration<T: DurationField, const NANOS: u64>(value: &T, out: &mut Encoder) {
    match value.duration() {
        Some(duration) => out.unsigned(in_unit::<NANOS>(duration)),
        None => out.null(),
    }
}
