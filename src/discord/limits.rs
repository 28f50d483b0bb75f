//! What Discord takes: lengths and counts, each named once.
//!
//! Lengths are counted in UTF-16 units, which are never fewer than Discord's own characters: what fits here fits there.

/// Characters of a message.
pub const MESSAGE: usize = 2000;
/// Characters of a button's label.
pub const BUTTON_LABEL: usize = 80;
/// Characters of a menu option's label, of the line below it and of its value.
pub const OPTION: usize = 100;
/// Characters of what stands in a menu before something is chosen.
pub const PLACEHOLDER: usize = 150;
/// Characters of a custom id.
pub const CUSTOM_ID: usize = 100;
/// Options of a menu, and suggestions of autocomplete.
pub const OPTIONS: usize = 25;
/// Rows of controls below a message.
pub const ROWS: usize = 5;
/// Buttons of a row.
pub const BUTTONS: usize = 5;
/// Characters of a channel's or a thread's name.
pub const CHANNEL_NAME: usize = 100;
/// Characters of a channel's topic.
pub const TOPIC: usize = 1024;
/// Messages in one page of history.
pub const PAGE: u8 = 100;
/// Members in one page of the list.
pub const MEMBERS: usize = 1000;
/// Channels of a server, categories included.
pub const CHANNELS_PER_SERVER: usize = 500;
/// Channels of a category.
pub const CHANNELS_PER_CATEGORY: usize = 50;
/// Threads of a server that are not archived.
pub const ACTIVE_THREADS: usize = 1000;

/// How long a text is.
pub fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// As much of the text as fits into `most`, ending in "…" where something is left out; cut between characters.
pub fn cut(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut room = most.saturating_sub(1);
    for character in text.chars() {
        if character.len_utf16() > room {
            break;
        }
        room -= character.len_utf16();
        kept.push(character);
    }
    let end = kept.trim_end().len();
    kept.truncate(end);
    kept.push('…');
    kept
}
