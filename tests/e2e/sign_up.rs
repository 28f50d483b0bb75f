//! Signing up.
