//! What a living seat can do now: everything listed here is accepted by `decide`, and of its kind nothing else is.
