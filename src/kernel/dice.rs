//! Chance: one secret seed per game, ChaCha20, one stream for each event number.
//!
//! A command that is repeated after a crash rolls the same dice, and `audit` can roll them again. The draws are our own
//! few lines over the raw stream and pinned by a golden test, because libraries change theirs between versions.

use std::fmt;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::ids::{EventNumber, GameId};
use super::time::{Length, Time};

/// A game's seed: 256 secret bits. Written as 64 hexadecimal digits, but never by `Debug`, so that no log holds it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Seed {
    /// The seed in hexadecimal digits, as it is told at the end of the game.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// What is posted at the start: SHA-256 over the 32 bytes of the seed followed by the 16 digits of the game's id, in
    /// hexadecimal digits.
    pub fn commitment(&self, game: GameId) -> String {
        let mut sha = Sha256::new();
        sha.update(self.0);
        sha.update(game.to_string());
        hex(&sha.finalize())
    }

    /// The seed that these 64 hexadecimal digits stand for, if they do.
    pub fn parse(text: &str) -> Option<Seed> {
        if text.len() != 64 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
        }
        Some(Seed(bytes))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.reveal())
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Seed::parse(&text)
            .ok_or_else(|| serde::de::Error::custom("a seed is 64 hexadecimal digits"))
    }
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a string cannot fail");
            text
        })
}

/// The dice of one event.
pub struct Dice(ChaCha20Rng);

impl Dice {
    /// The dice of the event with this number in the game with this seed.
    pub fn new(seed: &Seed, event: EventNumber) -> Dice {
        let mut stream = ChaCha20Rng::from_seed(seed.0);
        stream.set_stream(event.0);
        Dice(stream)
    }

    /// A number from 0 up to, not including, `bound`, each as likely as any other.
    ///
    /// # Panics
    /// When `bound` is 0: there is nothing to draw from.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "a draw needs something to draw from");
        // The draws above the largest multiple of the bound are thrown again, so that no number is favoured.
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let drawn = u64::from(self.0.next_u32()) << 32 | u64::from(self.0.next_u32());
            if drawn < limit {
                return drawn % bound;
            }
        }
    }

    /// A random place in a list of this length.
    ///
    /// # Panics
    /// When the list is empty.
    pub fn index(&mut self, length: usize) -> usize {
        let drawn = self.below(u64::try_from(length).expect("a list's length fits 64 bits"));
        usize::try_from(drawn).expect("a draw below a list's length is a place in it")
    }

    /// One item of a list, each as likely as any other; none from an empty list.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            None
        } else {
            Some(&items[self.index(items.len())])
        }
    }

    /// Puts a list in a random order, each order as likely as any other (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// An instant from `from` up to, not including, `until`, to the millisecond; `from` where there is no room between.
    pub fn instant(&mut self, from: Time, until: Time) -> Time {
        match u64::try_from((until - from).0) {
            Ok(span) if span > 0 => {
                from + Length(i64::try_from(self.below(span)).expect("below a positive length"))
            }
            _ => from,
        }
    }

    /// 32 random bits.
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }
}
