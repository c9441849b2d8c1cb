//! Finding the end of the plain part of a string, eight bytes at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The index of the first byte from `start` on that is a quote, a backslash or a control character; the length of the text
/// when there is none.
#[inline]
pub(crate) fn plain_run(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let hits = special(u64::from_le_bytes(*chunk));
        if hits != 0 {
            return at + hits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, b'"' | b'\\' | 0..=0x1f) {
            break;
        }
        at += 1;
    }
    at
}

/// The high bit of each byte that ends a plain run, exact up to the first such byte (a borrow can only spill upwards).
#[inline]
fn special(word: u64) -> u64 {
    let zero_byte = |w: u64| w.wrapping_sub(ONES) & !w & HIGHS;
    let quote = zero_byte(word ^ (ONES * b'"' as u64));
    let backslash = zero_byte(word ^ (ONES * b'\\' as u64));
    let control = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
    quote | backslash | control
}

#[cfg(test)]
mod tests {
    use super::plain_run;

    #[test]
    fn finds_the_first_special_byte_at_every_offset() {
        for special in [b'"', b'\\', 0, 0x1f, b'\n'] {
            for at in 0..40 {
                let mut text = vec![b'a'; 40];
                text[at] = special;
                assert_eq!(plain_run(&text, 0), at, "byte {special} at {at}");
            }
        }
    }

    #[test]
    fn other_bytes_are_plain() {
        let plain: Vec<u8> = (0x20..=0xff).filter(|b| *b != b'"' && *b != b'\\').collect();
        assert_eq!(plain_run(&plain, 0), plain.len());
    }
}
