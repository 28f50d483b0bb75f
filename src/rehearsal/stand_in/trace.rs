//! The trace: every REST request and every gateway frame, as JSON Lines.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

/// Where the trace goes.
#[derive(Debug, Clone, Default)]
pub enum TraceSink {
    /// Nowhere.
    #[default]
    Off,
    /// Into a file, which is replaced.
    File(PathBuf),
    /// Into memory, for tests: see [`Trace::lines`].
    Memory,
}

/// A trace that is being written.
#[derive(Debug)]
pub struct Trace {
    out: Mutex<Out>,
}

#[derive(Debug)]
enum Out {
    Off,
    File(BufWriter<File>),
    Memory(Vec<Value>),
}

impl Trace {
    /// Opens a trace.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub fn open(sink: &TraceSink) -> std::io::Result<Self> {
        let out = match sink {
            TraceSink::Off => Out::Off,
            TraceSink::File(path) => Out::File(BufWriter::new(File::create(path)?)),
            TraceSink::Memory => Out::Memory(Vec::new()),
        };
        Ok(Self {
            out: Mutex::new(out),
        })
    }

    /// Appends a line, made only where someone wants it.
    pub fn write(&self, line: impl FnOnce() -> Value) {
        match &mut *self.out.lock().unwrap_or_else(PoisonError::into_inner) {
            Out::Off => {}
            Out::Memory(lines) => lines.push(line()),
            Out::File(file) => {
                if let Err(error) = writeln!(file, "{}", line()).and_then(|()| file.flush()) {
                    tracing::error!(%error, "the trace cannot be written");
                }
            }
        }
    }

    /// Appends a gateway frame; `direction` is `in` (from the bot) or `out`.
    pub fn frame(&self, at_ms: i64, session: &str, direction: &str, frame: &Value) {
        self.write(|| {
            json!({"kind": "gateway", "at_ms": at_ms, "session": session,
                "direction": direction, "frame": frame})
        });
    }

    /// The lines kept in memory.
    pub fn lines(&self) -> Vec<Value> {
        match &*self.out.lock().unwrap_or_else(PoisonError::into_inner) {
            Out::Memory(lines) => lines.clone(),
            Out::Off | Out::File(_) => Vec::new(),
        }
    }

    /// Writes out what is buffered.
    pub fn flush(&self) {
        if let Out::File(file) = &mut *self.out.lock().unwrap_or_else(PoisonError::into_inner)
            && let Err(error) = file.flush()
        {
            tracing::error!(%error, "the trace cannot be written");
        }
    }
}
