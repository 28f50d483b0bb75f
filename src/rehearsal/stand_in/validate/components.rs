//! Components of messages and of modals: rows, buttons, menus and text inputs.

use super::{Faults, Invalid, entries, whole};
use serde_json::Value;
use std::collections::HashSet;

/// A row of buttons, or around a single menu.
pub const ACTION_ROW: i64 = 1;
/// A button.
pub const BUTTON: i64 = 2;
/// A menu with options of its own.
pub const STRING_SELECT: i64 = 3;
/// A text input of a modal.
pub const TEXT_INPUT: i64 = 4;
/// A menu of users.
pub const USER_SELECT: i64 = 5;
/// A menu of roles.
pub const ROLE_SELECT: i64 = 6;
/// A menu of users and roles.
pub const MENTIONABLE_SELECT: i64 = 7;
/// A menu of channels.
pub const CHANNEL_SELECT: i64 = 8;
/// A text among the newer components.
pub const TEXT_DISPLAY: i64 = 10;
/// A label around one input of a modal.
pub const LABEL: i64 = 18;

/// The style of a button that opens an address and sends no interaction.
pub const LINK: i64 = 5;
/// The style of a button that sells something and sends no interaction.
pub const PREMIUM: i64 = 6;

/// Checks the components of a message; `newer` says whether it carries the flag for the newer components.
pub fn check_message(components: &[Value], newer: bool) -> Result<(), Invalid> {
    let mut faults = Faults::default();
    check_into(components, newer, &mut faults);
    faults.finish()
}

/// As [`check_message`], into the faults of a whole message.
pub(super) fn check_into(components: &[Value], newer: bool, faults: &mut Faults) {
    let mut ids = HashSet::new();
    if !newer {
        faults.count("components", components.len(), 0, 5);
    }
    let mut total = 0;
    for (number, component) in components.iter().enumerate() {
        let path = format!("components/{number}");
        if newer {
            check_newer(component, &path, &mut ids, &mut total, faults);
        } else if whole(&component["type"]) == Some(ACTION_ROW) {
            check_row(component, &path, &mut ids, faults);
        } else {
            faults.add(
                &format!("{path}/type"),
                "BASE_TYPE_CHOICES",
                "Value must be one of {1}.",
            );
        }
    }
    if total > 40 {
        faults.add(
            "components",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 40 or fewer in length.",
        );
    }
}

/// Checks the data of a modal: title, custom id, and its rows or labels.
pub fn check_modal(data: &Value) -> Result<(), Invalid> {
    let mut faults = Faults::default();
    faults.required_length("data/title", &data["title"], 1, 45);
    faults.required_length("data/custom_id", &data["custom_id"], 1, 100);
    let rows = entries(&data["components"]);
    faults.count("data/components", rows.len(), 1, 5);
    let mut ids = HashSet::new();
    for (number, row) in rows.iter().enumerate() {
        let path = format!("data/components/{number}");
        match whole(&row["type"]) {
            Some(ACTION_ROW) => {
                let inputs = entries(&row["components"]);
                faults.count(&format!("{path}/components"), inputs.len(), 1, 1);
                for (place, input) in inputs.iter().enumerate() {
                    let path = format!("{path}/components/{place}");
                    faults.required_length(&format!("{path}/label"), &input["label"], 1, 45);
                    check_text_input(input, &path, &mut ids, &mut faults);
                }
            }
            Some(LABEL) => {
                faults.required_length(&format!("{path}/label"), &row["label"], 1, 45);
                faults.optional_length(&format!("{path}/description"), &row["description"], 1, 100);
                let path = format!("{path}/component");
                let input = &row["component"];
                match whole(&input["type"]) {
                    Some(TEXT_INPUT) => check_text_input(input, &path, &mut ids, &mut faults),
                    Some(
                        STRING_SELECT | USER_SELECT | ROLE_SELECT | MENTIONABLE_SELECT
                        | CHANNEL_SELECT,
                    ) => {
                        check_select(input, &path, &mut ids, &mut faults);
                    }
                    _ => {}
                }
            }
            Some(TEXT_DISPLAY) => {
                faults.required_length(&format!("{path}/content"), &row["content"], 1, 4000)
            }
            _ => faults.add(
                &format!("{path}/type"),
                "BASE_TYPE_CHOICES",
                "Value must be one of {1, 10, 18}.",
            ),
        }
    }
    faults.finish()
}

fn check_row(row: &Value, path: &str, ids: &mut HashSet<String>, faults: &mut Faults) {
    let children = entries(&row["components"]);
    let path = format!("{path}/components");
    faults.count(&path, children.len(), 1, 5);
    let mut width = 0;
    for (number, child) in children.iter().enumerate() {
        let path = format!("{path}/{number}");
        match whole(&child["type"]) {
            Some(BUTTON) => {
                width += 1;
                check_button(child, &path, ids, faults);
            }
            Some(
                STRING_SELECT | USER_SELECT | ROLE_SELECT | MENTIONABLE_SELECT | CHANNEL_SELECT,
            ) => {
                width += 5;
                check_select(child, &path, ids, faults);
            }
            _ => faults.add(
                &format!("{path}/type"),
                "BASE_TYPE_CHOICES",
                "Value must be one of {2, 3, 5, 6, 7, 8}.",
            ),
        }
    }
    if width > 5 {
        faults.add(
            &path,
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        );
    }
}

/// The newer components are checked for their count, their rows and their texts; the rest is left to Discord's description.
fn check_newer(
    component: &Value,
    path: &str,
    ids: &mut HashSet<String>,
    total: &mut usize,
    faults: &mut Faults,
) {
    *total += 1;
    match whole(&component["type"]) {
        Some(ACTION_ROW) => {
            *total += entries(&component["components"]).len();
            check_row(component, path, ids, faults);
        }
        Some(TEXT_DISPLAY) => {
            faults.required_length(&format!("{path}/content"), &component["content"], 1, 4000)
        }
        _ => {
            for (number, child) in entries(&component["components"]).iter().enumerate() {
                check_newer(
                    child,
                    &format!("{path}/components/{number}"),
                    ids,
                    total,
                    faults,
                );
            }
            if whole(&component["accessory"]["type"]) == Some(BUTTON) {
                check_button(
                    &component["accessory"],
                    &format!("{path}/accessory"),
                    ids,
                    faults,
                );
            }
        }
    }
}

fn check_button(button: &Value, path: &str, ids: &mut HashSet<String>, faults: &mut Faults) {
    let style = whole(&button["style"]).unwrap_or(0);
    let (url, custom_id) = (&button["url"], &button["custom_id"]);
    faults.optional_length(&format!("{path}/label"), &button["label"], 0, 80);
    match style {
        LINK => {
            match url.as_str() {
                Some(address) if !["http://", "https://", "discord://"].iter().any(|scheme| address.starts_with(scheme)) => faults.add(
                    &format!("{path}/url"),
                    "URL_TYPE_INVALID_SCHEME",
                    format!("Scheme \"{address}\" is not supported. Scheme must be one of ('http', 'https', 'discord')."),
                ),
                Some(address) => faults.length(&format!("{path}/url"), address, 1, 512),
                None => faults.add(&format!("{path}/url"), "BASE_TYPE_REQUIRED", "A url is required"),
            }
            if !custom_id.is_null() {
                faults.add(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        PREMIUM => {
            if button["sku_id"].is_null() {
                faults.add(
                    &format!("{path}/sku_id"),
                    "BASE_TYPE_REQUIRED",
                    "This field is required",
                );
            }
            return;
        }
        1..=4 => {
            if !url.is_null() {
                faults.add(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                );
            }
            check_custom_id(custom_id, path, ids, faults);
        }
        _ => faults.add(
            &format!("{path}/style"),
            "BASE_TYPE_CHOICES",
            "Value must be one of (1, 2, 3, 4, 5, 6).",
        ),
    }
    let unlabelled = button["label"]
        .as_str()
        .is_none_or(|label| label.trim().is_empty());
    if unlabelled && button["emoji"].is_null() {
        faults.add(
            path,
            "BUTTON_COMPONENT_LABEL_REQUIRED",
            "A label or emoji is required",
        );
    }
}

fn check_select(select: &Value, path: &str, ids: &mut HashSet<String>, faults: &mut Faults) {
    check_custom_id(&select["custom_id"], path, ids, faults);
    faults.optional_length(
        &format!("{path}/placeholder"),
        &select["placeholder"],
        0,
        150,
    );
    let options = entries(&select["options"]);
    let kind = whole(&select["type"]);
    let least = whole(&select["min_values"]).unwrap_or(1);
    let most = whole(&select["max_values"]).unwrap_or(1);
    if !(0..=25).contains(&least) {
        faults.add(
            &format!("{path}/min_values"),
            "NUMBER_TYPE_MAX",
            "int value should be less than or equal to 25.",
        );
    }
    if !(1..=25).contains(&most) || least > most {
        faults.add(
            &format!("{path}/max_values"),
            "NUMBER_TYPE_MIN",
            format!(
                "int value should be greater than or equal to {}.",
                least.max(1)
            ),
        );
    }
    if kind != Some(STRING_SELECT) {
        faults.count(
            &format!("{path}/default_values"),
            entries(&select["default_values"]).len(),
            0,
            25,
        );
        return;
    }
    faults.count(&format!("{path}/options"), options.len(), 1, 25);
    if (1..=25).contains(&options.len()) && most > options.len() as i64 {
        faults.add(
            &format!("{path}/options"),
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
            "max_values must not exceed the number of options",
        );
    }
    let mut values = HashSet::new();
    for (number, option) in options.iter().enumerate() {
        let path = format!("{path}/options/{number}");
        faults.required_length(&format!("{path}/label"), &option["label"], 1, 100);
        faults.required_length(&format!("{path}/value"), &option["value"], 1, 100);
        faults.optional_length(
            &format!("{path}/description"),
            &option["description"],
            0,
            100,
        );
        if let Some(value) = option["value"].as_str()
            && !values.insert(value)
        {
            faults.add(
                &format!("{path}/value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
    }
    let chosen = options
        .iter()
        .filter(|option| option["default"] == true)
        .count();
    if chosen as i64 > most {
        faults.add(
            &format!("{path}/options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "The number of default options must not exceed max_values",
        );
    }
}

fn check_text_input(input: &Value, path: &str, ids: &mut HashSet<String>, faults: &mut Faults) {
    if whole(&input["type"]) != Some(TEXT_INPUT) {
        faults.add(
            &format!("{path}/type"),
            "BASE_TYPE_CHOICES",
            "Value must be one of {4}.",
        );
        return;
    }
    check_custom_id(&input["custom_id"], path, ids, faults);
    if !matches!(whole(&input["style"]), Some(1 | 2)) {
        faults.add(
            &format!("{path}/style"),
            "BASE_TYPE_CHOICES",
            "Value must be one of (1, 2).",
        );
    }
    faults.optional_length(
        &format!("{path}/placeholder"),
        &input["placeholder"],
        0,
        100,
    );
    let least = whole(&input["min_length"]).unwrap_or(0);
    let most = whole(&input["max_length"]).unwrap_or(4000);
    if !(0..=4000).contains(&least) {
        faults.add(
            &format!("{path}/min_length"),
            "NUMBER_TYPE_MAX",
            "int value should be less than or equal to 4000.",
        );
    }
    if !(1..=4000).contains(&most) || least > most {
        faults.add(
            &format!("{path}/max_length"),
            "NUMBER_TYPE_MIN",
            format!(
                "int value should be greater than or equal to {}.",
                least.max(1)
            ),
        );
    }
    if let Some(value) = input["value"].as_str()
        && !value.is_empty()
    {
        let (least, most) = (least.clamp(0, 4000) as usize, most.clamp(1, 4000) as usize);
        faults.length(&format!("{path}/value"), value, least, most);
    }
}

fn check_custom_id(custom_id: &Value, path: &str, ids: &mut HashSet<String>, faults: &mut Faults) {
    let place = format!("{path}/custom_id");
    faults.required_length(&place, custom_id, 1, 100);
    if let Some(custom_id) = custom_id.as_str()
        && !ids.insert(custom_id.to_owned())
    {
        faults.add(
            &place,
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
}
