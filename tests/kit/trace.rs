//! A trace held against Discord's own description of its API and against what other people's code makes of the frames.

use serde_json::Value;
use town_crier::rehearsal::stand_in::validate::schema;
use twilight_gateway::EventTypeFlags;

/// Everything in these lines that Discord would not have or say, each once.
pub fn faults(lines: impl IntoIterator<Item = Value>) -> Vec<String> {
    let mut faults: Vec<String> = lines
        .into_iter()
        .flat_map(|line| faults_of(&line))
        .collect();
    faults.sort();
    faults.dedup();
    faults
}

fn faults_of(line: &Value) -> Vec<String> {
    if line["kind"] == "gateway" {
        return frame_fault(line).into_iter().collect();
    }
    let status = line["status"]
        .as_u64()
        .and_then(|status| u16::try_from(status).ok());
    let (Some(method), Some(status)) = (line["method"].as_str(), status) else {
        return Vec::new();
    };
    let Some(route) = line["route"].as_str() else {
        return vec![format!("{method} {}: no such route", line["path"])];
    };
    // What was refused is another matter, and so is what Discord serves beside its API.
    if !(200..300).contains(&status) || !schema::knows(method, route) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    if !line["body"].is_null()
        && let Err(invalid) = schema::check(method, route, &line["body"])
    {
        faults.push(format!(
            "{method} {route}, the request: {}",
            invalid.to_json()
        ));
    }
    if let Err(lines) = schema::check_response(method, route, status, &line["response"]) {
        faults.push(format!("{method} {route}, the answer: {lines:#?}"));
    }
    faults
}

fn frame_fault(line: &Value) -> Option<String> {
    let frame = &line["frame"];
    if line["direction"] != "out" || frame["op"].is_null() {
        return None;
    }
    match twilight_gateway::parse(frame.to_string(), EventTypeFlags::all()) {
        Ok(Some(_)) => None,
        Ok(None) if frame["t"] == "GUILD_APPLICATION_COMMAND_COUNTS_UPDATE" => None,
        Ok(None) => Some(format!("twilight does not know {}", frame["t"])),
        Err(error) => {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            Some(format!("{}: {error} {cause:?}\n{frame}", frame["t"]))
        }
    }
}
