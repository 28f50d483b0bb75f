//! JSON with something in it changed, by chance.

use serde_json::Value;
use town_crier::kernel::dice::Dice;

/// Values that some field has, and some that none has.
pub const VALUES: [&str; 44] = [
    "accusation",
    "evidence",
    "witness-1",
    "alibi",
    "arson-2",
    "curse-1",
    "robbery",
    "scapegoat-1",
    "stocks-1",
    "black-cat",
    "asylum",
    "matchmaker-2",
    "piety",
    "conspiracy",
    "night",
    "accusation-0",
    "accusation-255",
    "arson-256",
    "nobody",
    "yes",
    "no",
    "1,2,3",
    "5,4,3,2,1",
    "1,1,1",
    "0,0",
    "2h",
    "1ms",
    "365d",
    "99999999999999999999d",
    "-1h",
    "0",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "255",
    "256",
    "1e9",
    "NaN",
    "",
    " ",
    ",",
    "\u{0}",
    "\u{202e}\u{200b}\u{fe0f}",
    "тест🐈",
];

/// A number that somebody could think of, at the ends of what a field holds more often than not.
pub fn number(whim: &mut Dice) -> i64 {
    const ENDS: [i64; 12] = [
        0,
        -1,
        1,
        2,
        12,
        13,
        255,
        65_535,
        1_767_225_600_000,
        i64::MIN,
        i64::MAX,
        86_400_000,
    ];
    *whim.pick(&ENDS).expect("there are some")
}

/// Changes one thing somewhere in it, by chance.
pub fn bend(value: &mut Value, whim: &mut Dice) {
    match value {
        Value::Array(items) if !items.is_empty() && whim.below(3) > 0 => {
            let index = whim.index(items.len());
            match whim.below(4) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => bend(&mut items[index], whim),
            }
        }
        Value::Object(map) if !map.is_empty() => {
            let index = whim.index(map.len());
            bend(map.values_mut().nth(index).expect("it has one"), whim);
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(_) => {
            *value = if whim.below(2) == 0 {
                Value::from(1 + whim.below(14))
            } else {
                Value::from(number(whim))
            }
        }
        Value::String(text) if text.parse::<u64>().is_ok() => {
            *text = (1 + whim.below(14)).to_string();
        }
        Value::String(text) => *text = (*whim.pick(&VALUES).expect("values")).to_owned(),
        _ => *value = Value::from(1 + whim.below(14)),
    }
}
