//! The games that Town Crier moderates.

pub mod salem1692;
