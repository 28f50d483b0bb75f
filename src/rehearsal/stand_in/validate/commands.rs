//! Application commands: names, nesting, options, choices, and how long a command may be in all.

use super::{Faults, Invalid, TOO_MANY_COMMANDS, entries, whole};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::LazyLock;

/// A slash command.
pub const CHAT_INPUT: i64 = 1;
/// The kinds of options.
pub const SUBCOMMAND: i64 = 1;
/// A group of subcommands.
pub const SUBCOMMAND_GROUP: i64 = 2;
/// A text.
pub const STRING: i64 = 3;
/// A whole number.
pub const INTEGER: i64 = 4;
/// Yes or no.
pub const BOOLEAN: i64 = 5;
/// A user.
pub const USER: i64 = 6;
/// A channel.
pub const CHANNEL: i64 = 7;
/// A role.
pub const ROLE: i64 = 8;
/// A user or a role.
pub const MENTIONABLE: i64 = 9;
/// A number with a fraction.
pub const NUMBER: i64 = 10;
/// A file.
pub const ATTACHMENT: i64 = 11;

/// The most characters of a command: names, descriptions and values of itself, its options, subcommands and choices.
pub const COMMAND_TEXT_MOST: usize = 8000;
/// The most slash commands of an application, globally and for each guild.
pub const CHAT_INPUT_MOST: usize = 100;
/// The most commands on a user, and on a message.
pub const MENU_MOST: usize = 15;

/// Checks one command, whole (for an edit: as it would be afterwards).
pub fn check_command(command: &Value) -> Result<(), Invalid> {
    let mut faults = Faults::default();
    check_into(command, "", &mut faults);
    faults.finish()
}

/// Checks the whole set of commands of one scope: each command, unique names by kind, and how many there are.
pub fn check_set(commands: &[Value]) -> Result<(), Invalid> {
    let mut faults = Faults::default();
    let mut names = HashSet::new();
    for (number, command) in commands.iter().enumerate() {
        let path = number.to_string();
        check_into(command, &path, &mut faults);
        let name = command["name"].as_str().unwrap_or_default();
        if !names.insert((kind_of(command), name)) {
            faults.add(
                &format!("{path}/name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    faults.finish()?;
    for kind in 1..=3 {
        let most = if kind == CHAT_INPUT {
            CHAT_INPUT_MOST
        } else {
            MENU_MOST
        };
        if commands
            .iter()
            .filter(|command| kind_of(command) == kind)
            .count()
            > most
        {
            return Err(Invalid::plain(
                TOO_MANY_COMMANDS,
                &format!("Maximum number of application commands reached ({most})"),
            ));
        }
    }
    Ok(())
}

/// The kind of a command; a slash command where it is not said.
pub fn kind_of(command: &Value) -> i64 {
    whole(&command["type"]).unwrap_or(CHAT_INPUT)
}

fn check_into(command: &Value, path: &str, faults: &mut Faults) {
    let within = |name: &str| format!("{path}/{name}");
    check_places(command, path, faults);
    if kind_of(command) != CHAT_INPUT {
        faults.required_length(&within("name"), &command["name"], 1, 32);
        if command["description"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
        {
            faults.add(
                &within("description"),
                "APPLICATION_COMMAND_INVALID_DESCRIPTION",
                "Context menu commands cannot have description",
            );
        }
        if !entries(&command["options"]).is_empty() {
            faults.add(
                &within("options"),
                "APPLICATION_COMMAND_INVALID_OPTIONS",
                "Context menu commands cannot have options",
            );
        }
        return;
    }
    check_names(command, path, faults);
    check_options(entries(&command["options"]), &within("options"), 0, faults);
    let length = text_length(command);
    if length > COMMAND_TEXT_MOST {
        faults.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            format!("Command exceeds maximum size ({COMMAND_TEXT_MOST})"),
        );
    }
}

/// Where a command may be used, and who may use it by default.
fn check_places(command: &Value, path: &str, faults: &mut Faults) {
    for (name, highest) in [("contexts", 2), ("integration_types", 1)] {
        let mut seen = HashSet::new();
        for (number, value) in entries(&command[name]).iter().enumerate() {
            let path = format!("{path}/{name}/{number}");
            match whole(value) {
                Some(value) if (0..=highest).contains(&value) => {
                    if !seen.insert(value) {
                        faults.add(
                            &path,
                            "SET_TYPE_ALREADY_CONTAINS_VALUE",
                            "The set already contains this value",
                        );
                    }
                }
                _ => faults.add(
                    &path,
                    "BASE_TYPE_CHOICES",
                    format!("Value must be between 0 and {highest}."),
                ),
            }
        }
    }
    let permissions = &command["default_member_permissions"];
    if !permissions.is_null() && whole(permissions).is_none_or(|bits| bits < 0) {
        faults.add(
            &format!("{path}/default_member_permissions"),
            "NUMBER_TYPE_COERCE",
            format!("Value {permissions} is not int."),
        );
    }
}

/// Name and description of a slash command or of one of its options, with their translations.
fn check_names(item: &Value, path: &str, faults: &mut Faults) {
    let name = format!("{path}/name");
    match item["name"].as_str() {
        Some(text) => check_name(text, &name, faults),
        None => faults.add(&name, "BASE_TYPE_REQUIRED", "This field is required"),
    }
    faults.required_length(&format!("{path}/description"), &item["description"], 1, 100);
    for (language, text) in item["name_localizations"].as_object().into_iter().flatten() {
        if let Some(text) = text.as_str() {
            check_name(
                text,
                &format!("{path}/name_localizations/{language}"),
                faults,
            );
        }
    }
    for (language, text) in item["description_localizations"]
        .as_object()
        .into_iter()
        .flatten()
    {
        faults.optional_length(
            &format!("{path}/description_localizations/{language}"),
            text,
            1,
            100,
        );
    }
}

fn check_name(text: &str, path: &str, faults: &mut Faults) {
    static PATTERN: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
        let pattern =
            json!({ "pattern": "^[-_'\\p{L}\\p{N}\\p{Script=Devanagari}\\p{Script=Thai}]{1,32}$" });
        jsonschema::options()
            .offline()
            .build(&pattern)
            .expect("the pattern compiles")
    });
    if text.is_empty() || text.chars().count() > 32 {
        faults.length(path, text, 1, 32);
    } else if !PATTERN.is_valid(&json!(text)) || text != text.to_lowercase() {
        faults.add(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

/// `depth` is 0 below a command, 1 below a subcommand or a group, 2 below a subcommand of a group.
fn check_options(options: &[Value], path: &str, depth: usize, faults: &mut Faults) {
    faults.count(path, options.len(), 0, 25);
    let branches =
        |option: &Value| matches!(whole(&option["type"]), Some(SUBCOMMAND | SUBCOMMAND_GROUP));
    if options.iter().any(branches) && !options.iter().all(branches) {
        faults.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    let mut names = HashSet::new();
    let mut optional_seen = false;
    for (number, option) in options.iter().enumerate() {
        let path = format!("{path}/{number}");
        check_names(option, &path, faults);
        if !names.insert(option["name"].as_str().unwrap_or_default()) {
            faults.add(
                &format!("{path}/name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_USED",
                "Option name already used",
            );
        }
        let kind = whole(&option["type"]).unwrap_or(0);
        match kind {
            SUBCOMMAND_GROUP if depth > 0 => faults.add(
                &format!("{path}/type"),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command groups can only be used at the top level",
            ),
            SUBCOMMAND_GROUP => {
                let inner = entries(&option["options"]);
                if inner.is_empty() {
                    faults.add(
                        &format!("{path}/options"),
                        "BASE_TYPE_REQUIRED",
                        "This field is required",
                    );
                }
                if inner
                    .iter()
                    .any(|option| whole(&option["type"]) != Some(SUBCOMMAND))
                {
                    faults.add(
                        &format!("{path}/options"),
                        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                        "Sub-command groups can only contain sub-commands",
                    );
                }
                check_options(inner, &format!("{path}/options"), 1, faults);
            }
            SUBCOMMAND => {
                let inner = entries(&option["options"]);
                if inner.iter().any(branches) {
                    faults.add(
                        &format!("{path}/options"),
                        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                        "Sub-commands cannot contain sub-commands or groups",
                    );
                }
                check_options(inner, &format!("{path}/options"), 2, faults);
            }
            STRING..=ATTACHMENT => {
                let required = option["required"] == true;
                if required && optional_seen {
                    faults.add(
                        &path,
                        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                        "Required options must be placed before non-required options",
                    );
                }
                optional_seen |= !required;
                check_value_rules(option, kind, &path, faults);
            }
            _ => faults.add(
                &format!("{path}/type"),
                "BASE_TYPE_CHOICES",
                "Value must be between 1 and 11.",
            ),
        }
    }
}

/// Choices, autocomplete, and the bounds of numbers and texts.
fn check_value_rules(option: &Value, kind: i64, path: &str, faults: &mut Faults) {
    let choices = entries(&option["choices"]);
    let typed = matches!(kind, STRING | INTEGER | NUMBER);
    if !typed && (!choices.is_empty() || option["autocomplete"] == true) {
        faults.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Only texts and numbers can have choices or autocomplete",
        );
    }
    if option["autocomplete"] == true && !choices.is_empty() {
        faults.add(
            path,
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_INVALID",
            "Autocomplete options cannot have choices",
        );
    }
    faults.count(&format!("{path}/choices"), choices.len(), 0, 25);
    let mut names = HashSet::new();
    for (number, choice) in choices.iter().enumerate() {
        let path = format!("{path}/choices/{number}");
        faults.required_length(&format!("{path}/name"), &choice["name"], 1, 100);
        if !names.insert(choice["name"].as_str().unwrap_or_default()) {
            faults.add(
                &format!("{path}/name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_USED",
                "Option choice name already used",
            );
        }
        check_choice_value(&choice["value"], kind, &format!("{path}/value"), faults);
    }
    for (least, most, allowed) in [
        ("min_value", "max_value", matches!(kind, INTEGER | NUMBER)),
        ("min_length", "max_length", kind == STRING),
    ] {
        let (low, high) = (option[least].as_f64(), option[most].as_f64());
        if !allowed && (low.is_some() || high.is_some()) {
            faults.add(
                path,
                "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID",
                format!("{least} and {most} are not for this kind of option"),
            );
        }
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            faults.add(
                &format!("{path}/{most}"),
                "NUMBER_TYPE_MIN",
                format!("value should be greater than or equal to {low}."),
            );
        }
    }
    if kind != CHANNEL && !entries(&option["channel_types"]).is_empty() {
        faults.add(
            &format!("{path}/channel_types"),
            "APPLICATION_COMMAND_OPTIONS_CHANNEL_TYPES_INVALID",
            "Only channel options can have channel types",
        );
    }
}

/// The value of a choice, also of one that an autocomplete offers.
pub(super) fn check_choice_value(value: &Value, kind: i64, path: &str, faults: &mut Faults) {
    const WHOLE_MOST: f64 = 9_007_199_254_740_992.0;
    match kind {
        STRING => faults.required_length(path, value, 1, 100),
        INTEGER if value.as_i64().is_none() => faults.add(
            path,
            "NUMBER_TYPE_COERCE",
            format!("Value {value} is not int."),
        ),
        NUMBER if value.as_f64().is_none() => faults.add(
            path,
            "NUMBER_TYPE_COERCE",
            format!("Value {value} is not a number."),
        ),
        INTEGER | NUMBER if value.as_f64().is_some_and(|value| value.abs() > WHOLE_MOST) => {
            faults.add(
                path,
                "NUMBER_TYPE_MAX",
                "value should be between -2^53 and 2^53.",
            );
        }
        _ => {}
    }
}

/// Checks what a bot offers for a focused option of the given kind: at most 25 choices, names of 1 to 100 characters, fitting values.
pub fn check_offers(choices: &Value, kind: i64) -> Result<(), Invalid> {
    let mut faults = Faults::default();
    let Some(choices) = choices.as_array() else {
        return Err(Invalid::at(
            "data/choices",
            "BASE_TYPE_REQUIRED",
            "This field is required",
        ));
    };
    faults.count("data/choices", choices.len(), 0, 25);
    for (number, choice) in choices.iter().enumerate() {
        let path = format!("data/choices/{number}");
        faults.required_length(&format!("{path}/name"), &choice["name"], 1, 100);
        check_choice_value(
            &choice["value"],
            kind,
            &format!("{path}/value"),
            &mut faults,
        );
    }
    faults.finish()
}

/// The characters that count towards [`COMMAND_TEXT_MOST`]; of translations only the longest of each text counts.
pub fn text_length(item: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let longest = |plain: &str, translations: &str| {
        let translated = item[translations]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(_, text)| length(text))
            .max();
        length(&item[plain]).max(translated.unwrap_or(0))
    };
    let choices: usize = entries(&item["choices"])
        .iter()
        .map(|choice| {
            let value = match &choice["value"] {
                Value::String(text) => text.chars().count(),
                Value::Null => 0,
                number => number.to_string().len(),
            };
            length(&choice["name"]) + value
        })
        .sum();
    let options: usize = entries(&item["options"]).iter().map(text_length).sum();
    longest("name", "name_localizations")
        + longest("description", "description_localizations")
        + choices
        + options
}
