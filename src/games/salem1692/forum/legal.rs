//! What a seat can do now: everything listed here is accepted by `decide`, and nothing else.
