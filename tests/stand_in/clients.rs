//! A small bot on poise and serenity, aimed at the stand-in: every kind of interaction and of answer, as the bot's own code would do it.

use poise::serenity_prelude as serenity;
use poise::{CreateReply, Modal as _};
use serenity::{
    ButtonStyle, ComponentInteractionDataKind, CreateActionRow, CreateAttachment, CreateButton,
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse, FullEvent,
    GatewayIntents, HttpBuilder, Interaction,
};
use tokio::task::JoinHandle;
use town_crier::rehearsal::stand_in::acts::{Answer, AnswerKind, Person, Stage};

use crate::gateway::Log;
use crate::kit::{PATIENCE, Town};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Failure>;

/// Answers Ann alone.
#[poise::command(slash_command, ephemeral)]
async fn hello(ctx: Context<'_>) -> Result<(), Failure> {
    ctx.say("hello").await?;
    Ok(())
}

/// Thinks first.
#[poise::command(slash_command)]
async fn slow(ctx: Context<'_>) -> Result<(), Failure> {
    ctx.defer_ephemeral().await?;
    ctx.say("slowly").await?;
    ctx.send(
        CreateReply::default()
            .content("a follow-up")
            .ephemeral(true),
    )
    .await?;
    Ok(())
}

#[poise::command(slash_command, subcommands("accusation"))]
async fn play(_: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

async fn targets(_: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let fitting = ["Ann", "Bob"]
        .iter()
        .filter(|name| name.to_lowercase().starts_with(partial));
    let choices = fitting.map(|name| serenity::AutocompleteChoice::new(*name, name.to_lowercase()));
    serenity::CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Has typed options.
#[poise::command(slash_command)]
async fn accusation(
    ctx: Context<'_>,
    #[description = "who"]
    #[autocomplete = "targets"]
    target: String,
    #[description = "how many"]
    #[min = 1]
    #[max = 7]
    marks: Option<i64>,
    #[description = "by whom"] by: Option<serenity::Member>,
) -> Result<(), Failure> {
    let by = by.map(|member| member.display_name().to_owned());
    ctx.say(format!(
        "{target} {marks:?} {by:?} {}",
        ctx.guild_id().is_some()
    ))
    .await?;
    Ok(())
}

/// Shows a panel.
#[poise::command(slash_command)]
async fn panel(ctx: Context<'_>) -> Result<(), Failure> {
    let option = |name: &str| CreateSelectMenuOption::new(name, name.to_lowercase());
    let options = CreateSelectMenuKind::String {
        options: vec![option("Witness"), option("Alibi")],
    };
    let rows = vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("count")
                .label("Count")
                .style(ButtonStyle::Primary),
            CreateButton::new("ask")
                .label("Ask")
                .style(ButtonStyle::Secondary),
        ]),
        CreateActionRow::SelectMenu(CreateSelectMenu::new("cards", options)),
        CreateActionRow::SelectMenu(CreateSelectMenu::new(
            "people",
            CreateSelectMenuKind::User {
                default_users: None,
            },
        )),
    ];
    let file = CreateAttachment::bytes("line", "record.jsonl");
    ctx.send(
        CreateReply::default()
            .content("panel")
            .components(rows)
            .attachment(file),
    )
    .await?;
    Ok(())
}

#[derive(Debug, poise::Modal)]
#[name = "Say why"]
struct Why {
    #[name = "Why"]
    #[max_length = 5]
    why: String,
}

async fn on_event(context: &serenity::Context, event: &FullEvent) -> Result<(), Failure> {
    let FullEvent::InteractionCreate { interaction } = event else {
        return Ok(());
    };
    match interaction {
        Interaction::Component(pressed) => {
            let update = |content: String| {
                CreateInteractionResponse::UpdateMessage(
                    CreateInteractionResponseMessage::new().content(content),
                )
            };
            match &pressed.data.kind {
                ComponentInteractionDataKind::Button if pressed.data.custom_id == "ask" => {
                    let modal = Why::create(None, "why".to_owned());
                    pressed.create_response(context, modal).await?;
                }
                ComponentInteractionDataKind::Button => {
                    let said = format!("{} by {}", pressed.message.content, pressed.user.name);
                    pressed.create_response(context, update(said)).await?;
                }
                ComponentInteractionDataKind::StringSelect { values } => {
                    pressed
                        .create_response(context, CreateInteractionResponse::Acknowledge)
                        .await?;
                    let edit = EditInteractionResponse::new().content(values.join(" "));
                    pressed.edit_response(context, edit).await?;
                }
                ComponentInteractionDataKind::UserSelect { values } => {
                    let known = values
                        .iter()
                        .all(|id| pressed.data.resolved.users.contains_key(id));
                    pressed
                        .create_response(
                            context,
                            update(format!("{} people, known {known}", values.len())),
                        )
                        .await?;
                }
                other => panic!("not offered: {other:?}"),
            }
        }
        Interaction::Modal(sent) => {
            let why = Why::parse(sent.data.clone())?;
            let message = CreateInteractionResponseMessage::new()
                .content(why.why)
                .ephemeral(true);
            sent.create_response(context, CreateInteractionResponse::Message(message))
                .await?;
        }
        _ => {}
    }
    Ok(())
}

struct Bot {
    running: JoinHandle<Result<(), serenity::Error>>,
}

impl Bot {
    async fn connect(town: &Town) -> Bot {
        let options = poise::FrameworkOptions {
            commands: vec![hello(), slow(), play(), panel()],
            event_handler: |framework, event| Box::pin(on_event(framework.serenity_context, event)),
            ..Default::default()
        };
        let framework = poise::Framework::builder()
            .options(options)
            .setup(|context, _, framework| {
                Box::pin(async move {
                    poise::builtins::register_globally(context, &framework.options().commands)
                        .await?;
                    Ok(())
                })
            })
            .build();
        let http = HttpBuilder::new("token")
            .proxy(town.stand_in.api_base())
            .ratelimiter_disabled(true)
            .build();
        let mut client =
            serenity::ClientBuilder::new_with_http(http, GatewayIntents::non_privileged())
                .framework(framework)
                .await
                .expect("a client");
        let running = tokio::spawn(async move { client.start().await });
        Bot { running }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.running.abort();
    }
}

async fn offered(town: &Town, ann: &Person) -> Vec<String> {
    let general = town.general;
    let offered = town
        .shared
        .wait_for(PATIENCE, |world| {
            let commands = world.usable_commands(ann.id(), general);
            (!commands.is_empty()).then_some(())
        })
        .await;
    offered.expect("the bot registers its commands");
    ann.offered_commands(general)
}

fn shown(answer: &Answer) -> (AnswerKind, &str, bool) {
    let message = answer.message.as_ref().expect("a message");
    (answer.kind, message.content.as_str(), message.ephemeral)
}

#[tokio::test]
async fn poise_and_serenity_read_every_interaction_and_are_understood() {
    let log = Log::default();
    let _guard = log.start();
    let town = Town::start().await;
    let ann = Stage::new(town.shared.clone()).person(town.member("Ann"));
    let bot = Bot::connect(&town).await;
    let general = town.general;
    assert_eq!(
        offered(&town, &ann).await,
        ["/hello", "/slow", "/play accusation", "/panel"]
    );

    let answer = ann
        .type_command(general, "/hello", &[])
        .await
        .expect("allowed");
    assert_eq!(shown(&answer), (AnswerKind::Message, "hello", true));
    let dm = ann.open_dm(town.bot).expect("a DM");
    let answer = ann
        .type_command(dm, "/hello", &[])
        .await
        .expect("allowed in a DM");
    assert_eq!(shown(&answer), (AnswerKind::Message, "hello", true));

    let answer = ann
        .type_command(general, "/slow", &[])
        .await
        .expect("allowed");
    assert_eq!(shown(&answer), (AnswerKind::Message, "slowly", true));
    let follow_up = ann
        .wait_for(general, PATIENCE, |seen| seen.content == "a follow-up")
        .await;
    assert!(follow_up.expect("a follow-up").ephemeral);

    let choices = ann
        .autocomplete(
            general,
            "/play accusation",
            "target",
            "b",
            &[("marks", "3")],
        )
        .await;
    let choices = choices.expect("allowed");
    assert_eq!((choices.len(), choices[0].name.as_str()), (1, "Bob"));
    let options = [("target", "bob"), ("marks", "3"), ("by", "Ann")];
    let answer = ann
        .type_command(general, "/play accusation", &options)
        .await
        .expect("allowed");
    assert_eq!(answer.text(), "bob Some(3) Some(\"Ann\") true");

    let answer = ann
        .type_command(general, "/panel", &[])
        .await
        .expect("allowed");
    let panel = answer.message.expect("a panel");
    assert_eq!(
        (
            panel.buttons().len(),
            panel.menus().len(),
            panel.files[0].data.as_slice()
        ),
        (2, 2, b"line".as_slice())
    );
    let answer = ann
        .press(general, panel.id, "Count")
        .await
        .expect("allowed");
    assert_eq!(shown(&answer), (AnswerKind::Updated, "panel by ann", false));
    ann.choose(general, panel.id, "cards", &["Alibi"])
        .await
        .expect("allowed");
    assert!(
        ann.wait_for(general, PATIENCE, |seen| seen.content == "alibi")
            .await
            .is_some()
    );
    let answer = ann
        .choose(general, panel.id, "people", &["Ann"])
        .await
        .expect("allowed");
    assert_eq!(answer.text(), "1 people, known true");
    let answer = ann.press(general, panel.id, "Ask").await.expect("allowed");
    let modal = answer.modal.expect("a modal");
    let answer = ann.submit(&modal, &[("Why", "so")]).await.expect("allowed");
    assert_eq!(shown(&answer), (AnswerKind::Message, "so", true));

    drop(bot);
    assert!(
        !log.text().contains("An unknown event was received"),
        "{}",
        log.text()
    );
    town.finish().await;
}
