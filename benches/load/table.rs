//! The table of the figures.

use std::fmt::Write;

/// One figure.
pub struct Row {
    /// What was measured, and on how much.
    pub what: String,
    /// What was aimed at, where something was.
    pub aim: String,
    /// What came out, with its unit.
    pub measured: String,
    /// How much of the aim that is: up to 1 it is met.
    pub ratio: Option<f64>,
}

impl Row {
    /// A figure that is to be no greater than its aim.
    pub fn at_most(what: impl Into<String>, unit: &str, measured: f64, aim: f64) -> Row {
        Row {
            what: what.into(),
            aim: format!("<= {} {unit}", short(aim)),
            measured: format!("{} {unit}", short(measured)),
            ratio: Some(measured / aim),
        }
    }

    /// A figure that is to be no less than its aim.
    pub fn at_least(what: impl Into<String>, unit: &str, measured: f64, aim: f64) -> Row {
        Row {
            what: what.into(),
            aim: format!(">= {} {unit}", short(aim)),
            measured: format!("{} {unit}", short(measured)),
            ratio: Some(aim / measured),
        }
    }

    /// A figure to compare others with.
    pub fn plain(what: impl Into<String>, unit: &str, measured: f64) -> Row {
        Row {
            what: what.into(),
            aim: String::new(),
            measured: format!("{} {unit}", short(measured)),
            ratio: None,
        }
    }
}

/// Prints them below each other, as a table of Markdown.
pub fn print(rows: &[Row]) {
    let heads = ["what", "aim", "measured", "ratio"];
    let cells: Vec<[String; 4]> = rows
        .iter()
        .map(|row| {
            let ratio = row.ratio.map(|ratio| format!("{ratio:.2}"));
            [
                row.what.clone(),
                row.aim.clone(),
                row.measured.clone(),
                ratio.unwrap_or_default(),
            ]
        })
        .collect();
    let width = |column: usize| {
        let widths = cells.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0).max(heads[column].len())
    };
    let mut text = String::new();
    let mut line = |row: [&str; 4]| {
        for (column, cell) in row.into_iter().enumerate() {
            let fill = width(column);
            // What is read as a number stands to the right.
            let _ = match column {
                0 | 1 => write!(text, "| {cell:<fill$} "),
                _ => write!(text, "| {cell:>fill$} "),
            };
        }
        text.push_str("|\n");
    };
    line(heads);
    line(["---", "---", "--:", "--:"]);
    for row in &cells {
        line([&row[0], &row[1], &row[2], &row[3]]);
    }
    print!("{text}");
}

/// A number with as many digits as are of interest.
fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 100.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}
