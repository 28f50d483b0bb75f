//! Bodies, queries and answers against Discord's own description of its API (`discord-api.json`; its origin and licence stand beside it).
//!
//! Two readings of the one description. A *request* is read as leniently as Discord reads it: whole numbers may come as texts of digits
//! (permissions), ids as numbers, and a union accepts whatever fits one of its branches. An *answer* of ours is read to the letter.
//! Validators are compiled when a route is first used and kept.

use super::{Faults, Invalid};
use jsonschema::{Registry, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

/// Checks the JSON body of a request. `route` is a template such as `/channels/{channel_id}/messages`; the names in braces do not matter.
///
/// A route that the description has without a body accepts any; so does a route that it does not have (see [`knows`]).
pub fn check(method: &str, route: &str, body: &Value) -> Result<(), Invalid> {
    let Some(operation) = OPERATIONS.find(method, route) else {
        return Ok(());
    };
    let Some(schema) = operation.body else {
        return Ok(());
    };
    let mut faults = Faults::default();
    for error in REQUESTS.validator(schema).iter_errors(body) {
        describe(&error, "", &mut faults);
    }
    faults.finish()
}

/// Checks the query of a request; keys that the description does not know are let through, as Discord ignores them.
pub fn check_query(method: &str, route: &str, query: &[(String, String)]) -> Result<(), Invalid> {
    let Some(operation) = OPERATIONS.find(method, route) else {
        return Ok(());
    };
    let mut faults = Faults::default();
    for parameter in operation.query.iter() {
        let schema = &parameter.schema;
        for (_, text) in query.iter().filter(|(name, _)| *name == parameter.name) {
            // A query knows texts only, so a text stands for what it reads as; a list may come as one entry per key.
            let typed = match text.as_str() {
                "true" | "True" => json!(true),
                "false" | "False" => json!(false),
                _ => text
                    .parse()
                    .map_or_else(|_| json!(text), |number: i64| json!(number)),
            };
            // discord.py writes yes and no as 1 and 0.
            let switch = match text.as_str() {
                "1" => json!(true),
                "0" => json!(false),
                _ => typed.clone(),
            };
            let validator = ANSWERS.validator(*schema);
            let readings = [
                json!(text),
                typed.clone(),
                switch,
                json!([text]),
                json!([typed]),
            ];
            if readings.iter().any(|value| validator.is_valid(value)) {
                continue;
            }
            let value = &readings[1];
            for error in validator.iter_errors(value) {
                describe(&error, &parameter.name, &mut faults);
            }
        }
    }
    faults.finish()
}

/// Checks an answer of our own; the error lists every difference with its path.
pub fn check_response(
    method: &str,
    route: &str,
    status: u16,
    body: &Value,
) -> Result<(), Vec<String>> {
    let Some(operation) = OPERATIONS.find(method, route) else {
        return Err(vec![format!(
            "Discord's description has no {method} {route}"
        )]);
    };
    let Some(schema) = operation.answers.get(&status) else {
        return Err(vec![format!(
            "Discord never answers {method} {route} with {status}"
        )]);
    };
    match schema {
        None if body.is_null() => Ok(()),
        None => Err(vec![format!(
            "{method} {route} {status} has no body, here is one: {body}"
        )]),
        Some(schema) => {
            let mut lines = Vec::new();
            for error in ANSWERS.validator(*schema).iter_errors(body) {
                let mut faults = Faults::default();
                describe(&error, "", &mut faults);
                lines.push(format!(
                    "{} at {}: {}",
                    error.kind().keyword(),
                    error.instance_path(),
                    Value::Object(faults.tree)
                ));
            }
            if lines.is_empty() { Ok(()) } else { Err(lines) }
        }
    }
}

/// Whether the description has this method on this route.
pub fn knows(method: &str, route: &str) -> bool {
    OPERATIONS.find(method, route).is_some()
}

/// The template in the description that a concrete path belongs to (`/channels/7/messages`), with or without `/api` and version before it.
pub fn template(method: &str, path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap_or(path);
    let wanted: Vec<&str> = bare(path).split('/').collect();
    let fits = |template: &str| {
        let steps: Vec<&str> = template.split('/').collect();
        steps.len() == wanted.len()
            && steps
                .iter()
                .zip(&wanted)
                .all(|(step, given)| step == given || (step.starts_with('{') && !given.is_empty()))
    };
    OPERATIONS
        .list
        .iter()
        .filter(|operation| {
            operation.method.eq_ignore_ascii_case(method) && fits(&operation.template)
        })
        // A literal step ("@me") is a better fit than a name in braces.
        .min_by_key(|operation| operation.template.matches('{').count())
        .map(|operation| operation.template.as_str())
}

/// Compiles every schema in both readings, which panics where the description does not hold together.
pub fn compile_all() {
    for number in 0..OPERATIONS.schemas.len() {
        REQUESTS.validator(number);
        ANSWERS.validator(number);
    }
}

/// One method of one path in the description. Schemas are numbers into both readings' `routes`.
struct Operation {
    method: String,
    template: String,
    body: Option<usize>,
    query: Vec<Parameter>,
    answers: HashMap<u16, Option<usize>>,
}

struct Parameter {
    name: String,
    schema: usize,
}

struct Operations {
    list: Vec<Operation>,
    by_name: HashMap<String, usize>,
    /// The schemas that the operations refer to by number, as they stand in the description.
    schemas: Vec<Value>,
}

impl Operations {
    fn find(&self, method: &str, route: &str) -> Option<&Operation> {
        self.by_name
            .get(&key(method, route))
            .map(|number| &self.list[*number])
    }
}

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("discord-api.json"))
        .expect("the description in the sources is JSON")
});

static OPERATIONS: LazyLock<Operations> = LazyLock::new(|| {
    let mut operations = Operations {
        list: Vec::new(),
        by_name: HashMap::new(),
        schemas: Vec::new(),
    };
    let paths = DESCRIPTION["paths"]
        .as_object()
        .expect("the description has paths");
    for (template, methods) in paths {
        let methods = methods.as_object().expect("a path holds methods");
        for (method, operation) in methods.iter().filter(|(name, _)| *name != "parameters") {
            let mut number = |schema: &Value| {
                operations.schemas.push(schema.clone());
                operations.schemas.len() - 1
            };
            let body = operation
                .pointer("/requestBody/content/application~1json/schema")
                .map(&mut number);
            let query = super::entries(&operation["parameters"])
                .iter()
                .filter(|parameter| parameter["in"] == "query")
                .map(|parameter| Parameter {
                    name: parameter["name"].as_str().unwrap_or_default().to_owned(),
                    schema: number(&parameter["schema"]),
                })
                .collect();
            let answers = operation["responses"]
                .as_object()
                .into_iter()
                .flatten()
                .filter_map(|(status, answer)| {
                    let schema = answer
                        .pointer("/content/application~1json/schema")
                        .map(&mut number);
                    Some((status.parse().ok()?, schema))
                })
                .collect();
            operations
                .by_name
                .insert(key(method, template), operations.list.len());
            operations.list.push(Operation {
                method: method.to_ascii_uppercase(),
                template: template.clone(),
                body,
                query,
                answers,
            });
        }
    }
    operations
});

static REQUESTS: LazyLock<Reading> =
    LazyLock::new(|| Reading::new("https://stand-in.invalid/requests", true));
static ANSWERS: LazyLock<Reading> =
    LazyLock::new(|| Reading::new("https://stand-in.invalid/answers", false));

/// The description as one kind of reader sees it, with the validators compiled so far.
struct Reading {
    name: &'static str,
    registry: Registry<'static>,
    compiled: Mutex<HashMap<usize, Arc<Validator>>>,
}

impl Reading {
    fn new(name: &'static str, lenient: bool) -> Reading {
        let mut document = json!({
            "components": { "schemas": DESCRIPTION["components"]["schemas"] },
            "routes": OPERATIONS.schemas,
        });
        if lenient {
            loosen(&mut document);
        }
        let registry = Registry::new()
            .add(name, document)
            .and_then(|registry| registry.prepare())
            .expect("the description's references resolve");
        Reading {
            name,
            registry,
            compiled: Mutex::new(HashMap::new()),
        }
    }

    fn validator(&self, schema: usize) -> Arc<Validator> {
        let mut compiled = self
            .compiled
            .lock()
            .expect("compiling a validator does not panic");
        let validator = compiled.entry(schema).or_insert_with(|| {
            let wrapper = json!({ "$ref": format!("{}#/routes/{schema}", self.name) });
            let validator = jsonschema::options()
                .offline()
                .with_registry(&self.registry)
                .build(&wrapper);
            Arc::new(validator.expect("the description's schemas compile"))
        });
        validator.clone()
    }
}

/// Reads a schema as Discord reads requests: a union is any branch, a whole number may be a text of digits, an id may be a number.
fn loosen(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(loosen),
        Value::Object(map) => {
            loosen_object(map);
            map.values_mut().for_each(loosen);
        }
        _ => {}
    }
}

fn loosen_object(map: &mut Map<String, Value>) {
    if map.get("oneOf").is_some_and(Value::is_array)
        && let Some(branches) = map.remove("oneOf")
    {
        map.insert("anyOf".to_owned(), branches);
    }
    let is_id = map
        .get("format")
        .is_some_and(|format| format == "snowflake");
    let Some(kind) = map.get_mut("type") else {
        return;
    };
    let mut kinds: Vec<Value> = match kind {
        Value::String(_) => vec![kind.clone()],
        Value::Array(kinds) => kinds.clone(),
        _ => return,
    };
    if kinds.iter().any(|kind| kind == "integer") && !kinds.iter().any(|kind| kind == "string") {
        kinds.push(json!("string"));
        *kind = Value::Array(kinds);
        map.insert("pattern".to_owned(), json!("^-?[0-9]+$"));
    } else if is_id {
        kinds.push(json!("integer"));
        *kind = Value::Array(kinds);
    }
}

/// Says in Discord's words what a validator found.
fn describe(error: &ValidationError<'_>, within: &str, faults: &mut Faults) {
    let place = error.instance_path().to_string();
    let path = format!("{within}{place}");
    let path = path.trim_start_matches('/');
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            faults.add(
                &format!("{path}/{name}"),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match nearest(context) {
                Some(branch) => branch
                    .iter()
                    .for_each(|inner| describe(inner, within, faults)),
                None => faults.add(
                    path,
                    "UNION_TYPE_CHOICES",
                    "Value of field does not match any of its possible types.",
                ),
            }
        }
        ValidationErrorKind::MaxLength { limit } | ValidationErrorKind::MaxItems { limit } => {
            faults.add(
                path,
                "BASE_TYPE_MAX_LENGTH",
                format!("Must be {limit} or fewer in length."),
            );
        }
        ValidationErrorKind::MinLength { limit } | ValidationErrorKind::MinItems { limit } => {
            faults.add(
                path,
                "BASE_TYPE_MIN_LENGTH",
                format!("Must be {limit} or more in length."),
            );
        }
        ValidationErrorKind::Maximum { limit } => {
            faults.add(
                path,
                "NUMBER_TYPE_MAX",
                format!("int value should be less than or equal to {limit}."),
            );
        }
        ValidationErrorKind::Minimum { limit } => {
            faults.add(
                path,
                "NUMBER_TYPE_MIN",
                format!("int value should be greater than or equal to {limit}."),
            );
        }
        ValidationErrorKind::Enum { options } => {
            faults.add(
                path,
                "BASE_TYPE_CHOICES",
                format!("Value must be one of {options}."),
            );
        }
        ValidationErrorKind::UniqueItems => {
            faults.add(
                path,
                "SET_TYPE_ALREADY_CONTAINS_VALUE",
                "The set already contains this value",
            );
        }
        ValidationErrorKind::Pattern { .. } => {
            faults.add(
                path,
                "NUMBER_TYPE_COERCE",
                format!("Value \"{}\" is not int.", plain(error.instance())),
            );
        }
        ValidationErrorKind::Type { .. } => {
            let (code, sentence) = match error.instance().as_ref() {
                Value::Null => ("BASE_TYPE_REQUIRED", "This field is required".to_owned()),
                value => (
                    "BASE_TYPE_CONVERT",
                    format!("{error}").replace(&value.to_string(), &plain(value)),
                ),
            };
            faults.add(path, code, sentence);
        }
        _ => faults.add(path, "BASE_TYPE_INVALID", error.to_string()),
    }
}

/// The branch of a union that the value was meant for: one whose discriminator (`type`) fits, then the one with the fewest faults.
fn nearest<'a>(
    branches: &'a [Vec<ValidationError<'static>>],
) -> Option<&'a [ValidationError<'static>]> {
    let misses = |branch: &&Vec<ValidationError<'static>>| {
        let wrong_kind = branch.iter().any(|error| {
            let discriminator = error.instance_path().to_string().ends_with("/type");
            (discriminator && matches!(error.kind(), ValidationErrorKind::Enum { .. }))
                || (matches!(error.kind(), ValidationErrorKind::Type { .. })
                    && error.schema_path().to_string().ends_with("/type"))
        });
        (wrong_kind, branch.len())
    };
    let branch = branches
        .iter()
        .filter(|branch| !branch.is_empty())
        .min_by_key(misses)?;
    if misses(&branch).0 && branches.len() > 2 {
        // Nothing fits even in kind, so no branch's words would help.
        return None;
    }
    Some(branch)
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A path without `/api` and version before it.
fn bare(path: &str) -> &str {
    let path = path.strip_prefix("/api").unwrap_or(path);
    let Some(rest) = path.strip_prefix("/v") else {
        return path;
    };
    match rest.find('/') {
        Some(end) if rest[..end].bytes().all(|byte| byte.is_ascii_digit()) => &rest[end..],
        _ => path,
    }
}

/// A route's name with the names in braces left out, so that our own templates may call them otherwise.
fn key(method: &str, route: &str) -> String {
    let mut name = format!("{} ", method.to_ascii_uppercase());
    for step in bare(route).split('/').skip(1) {
        name.push('/');
        name.push_str(if step.starts_with('{') { "{}" } else { step });
    }
    name
}
