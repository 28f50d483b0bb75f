//! Buttons, menus and modals: what was pressed, chosen or typed becomes an intent again.

use serenity::all::{
    ComponentInteraction, ComponentInteractionDataKind, CreateActionRow, CreateInputText,
    CreateModal, InputTextStyle, ModalInteraction,
};

use super::components;
use super::door::{Asked, Door};
use super::reply::{Reply, Responder};
use crate::games::Stand;
use crate::kernel::game::Settings;
use crate::kernel::ids::GameId;
use crate::kernel::intent::Intent;

/// What is said to a control whose custom id is not one of ours any more.
const STALE: &str = "This is over: the button belongs to something that is not there any more. The status message in the \
                     town's channel and `/me` show how things stand.";
/// Characters of what can be typed into a modal.
const TYPED: u16 = 100;

/// A button was pressed, or something chosen from a menu.
pub(super) async fn pressed(door: &Door, component: &ComponentInteraction) {
    let responder = Responder::to_component(&door.wire, component);
    let asked = Asked::by_component(component);
    let custom_id = &component.data.custom_id;
    let wanted = match &component.data.kind {
        ComponentInteractionDataKind::Button => components::decode(custom_id),
        ComponentInteractionDataKind::StringSelect { values } => {
            components::chosen(custom_id, values)
        }
        _ => None,
    };
    let Some((game, intent)) = wanted else {
        responder.answer(async { Reply::say(STALE) }).await;
        return;
    };
    let is_button = matches!(component.data.kind, ComponentInteractionDataKind::Button);
    if is_button && components::is_typed(custom_id) {
        responder.ask(typing(custom_id)).await;
        return;
    }
    if let Some(modal) = asks_for_words(door, &asked, game, &intent).await {
        responder.ask(modal).await;
        return;
    }
    responder.answer(door.press(&asked, game, intent)).await;
}

/// A modal was sent in.
pub(super) async fn submitted(door: &Door, modal: &ModalInteraction) {
    let responder = Responder::to_modal(&door.wire, modal);
    let asked = Asked::by_modal(modal);
    let typed = modal
        .data
        .components
        .iter()
        .flat_map(|row| &row.components)
        .find_map(|component| match component {
            serenity::all::ActionRowComponent::InputText(input) => input.value.clone(),
            _ => None,
        });
    let wanted = typed.and_then(|typed| components::chosen(&modal.data.custom_id, &[typed]));
    match wanted {
        Some((game, intent)) => responder.answer(door.press(&asked, game, intent)).await,
        None => responder.answer(async { Reply::say(STALE) }).await,
    }
}

/// What a button asks to be typed; it is sent in under the button's own custom id, which names the field.
fn typing(custom_id: &str) -> CreateModal {
    let input = CreateInputText::new(InputTextStyle::Short, "In your own words", "value")
        .max_length(TYPED)
        .required(true);
    CreateModal::new(custom_id, "What do you say?")
        .components(vec![CreateActionRow::InputText(input)])
}

/// A setting whose values cannot be listed is typed: its host gets a modal for it.
async fn asks_for_words(
    door: &Door,
    asked: &Asked,
    game: GameId,
    intent: &Intent,
) -> Option<CreateModal> {
    if intent.verb != "lobby.set" || intent.field("value").is_some() {
        return None;
    }
    let view = door.host.recall(game).await.ok()??;
    let lobby = &view.session.lobby;
    if lobby.host != asked.person || view.session.stand() != Stand::SignUp {
        return None;
    }
    let setting = lobby
        .settings
        .list()
        .into_iter()
        .find(|setting| Some(setting.key) == intent.field("key"))?;
    if !setting.values.is_empty() {
        return None;
    }
    let custom_id = components::encode(game, intent, Some("value"))?;
    let input = CreateInputText::new(InputTextStyle::Short, setting.key, "value")
        .value(setting.value)
        .placeholder(super::limits::cut(setting.help, 100))
        .max_length(TYPED)
        .required(true);
    Some(
        CreateModal::new(
            custom_id,
            super::limits::cut(&format!("Setting: {}", setting.key), 45),
        )
        .components(vec![CreateActionRow::InputText(input)]),
    )
}
