//! `/host check`, the same look before a start, and the watch over rights while a game runs.

use town_crier::discord::permissions;
use town_crier::rehearsal::stand_in::acts::{Person, Seen};
use town_crier::rehearsal::stand_in::world::channels::ChannelDraft;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};
use town_crier::rehearsal::stand_in::world::model::{By, Target};
use town_crier::rehearsal::stand_in::world::permissions::bit;

use crate::town::{PATIENCE, Town, eventually, said};

/// All that the host is answered: a long answer comes in several messages.
async fn checked(town: &Town, channel: u64) -> String {
    let before = town.host.read(channel).expect("reads").len();
    let answer = town.host.type_command(channel, "/host check", &[]).await;
    said(&answer.expect("is there"), "Check of");
    eventually("the whole answer", || {
        let posts = town.host.read(channel).expect("reads");
        let own = posts[before..].iter().filter(|seen| seen.ephemeral);
        // The button stands below the last of them.
        let whole = own.clone().any(|seen| seen.button("Check again").is_some());
        whole.then(|| own.map(Seen::text).collect::<Vec<_>>().join("\n"))
    })
    .await
}

/// What the desk has read with these words in it, waiting for the first.
async fn told(town: &Town, words: &str) -> Vec<String> {
    let desk = town.channel(&town.host, "host-desk").await;
    town.host
        .wait_for(desk, PATIENCE, |seen| seen.text().contains(words))
        .await
        .unwrap_or_else(|| panic!("the desk does not hear of {words}"));
    on_desk(&town.host, desk, words)
}

fn on_desk(host: &Person, desk: u64, words: &str) -> Vec<String> {
    let posts = host.read(desk).expect("reads");
    let texts = posts.iter().map(Seen::text);
    texts.filter(|text| text.contains(words)).collect()
}

fn slow(town: &Town, channel: u64, seconds: u64) {
    let draft = ChannelDraft {
        rate_limit_per_user: Some(seconds),
        ..ChannelDraft::default()
    };
    let by = By::from(town.host.id());
    let changed = town
        .stand_in
        .shared()
        .write(|world| world.edit_channel(&by, channel, &draft));
    changed.expect("slowed down");
}

/// The bot's own role.
fn own_role(town: &Town) -> u64 {
    town.stand_in.shared().read(|world| {
        let guild = world.guild(town.guild).expect("the server");
        let bot = &guild.members[&town.bot_id];
        *bot.roles.iter().next().expect("a role of its own")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_start_it_says_what_is_well_what_is_not_and_when_what_would_end() {
    let few = permissions::required() & !bit::PIN_MESSAGES;
    let town = Town::with_permissions(few).await;
    let nine = town.nine();
    nine[8].close_dms(true).expect("closed");
    town.create("Salem").await;
    for player in &nine {
        town.join(player, "Salem").await;
    }
    let text = checked(&town, town.general).await;
    for words in [
        "🟡 I lack permissions. Server Settings > Roles > my role > Permissions: switch on **Pin Messages**",
        "🟢 Order of roles",
        "🟢 Room: 1 of 500 channels",
        "🟢 Slowmode: none",
        "- Hester: owns this server",
        "🔴 Not reached by DM: Ivy.",
        "- Dawn ends <t:",
        "- Night 1 ends <t:",
    ] {
        assert!(text.contains(words), "no {words:?} in:\n{text}");
    }

    // What could be mended is, and who can be reached now is found out; a pin is no reason not to begin.
    nine[8].close_dms(false).expect("open");
    let text = checked(&town, town.general).await;
    assert!(
        text.contains("the last one to each player has arrived"),
        "{text}"
    );
    said(&town.start("Salem").await, "The game begins");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_takes_long_is_put_off_and_comes() {
    let town = Town::new().await;
    town.create("Salem").await;
    town.behind.set_faults(Faults {
        rest: vec![RestFault {
            method: Some("GET".to_owned()),
            route: Some("/guilds/{guild_id}".to_owned()),
            contains: None,
            skip: 0,
            times: 1,
            kind: FaultKind::Hang { ms: 1500 },
        }],
        ..Faults::default()
    });
    let answer = town.host.type_command(town.general, "/host check", &[]);
    assert!(answer.await.expect("is there").is_private());
    town.host
        .wait_for(town.general, PATIENCE, |seen| {
            seen.ephemeral && seen.text().contains("Check of Salem")
        })
        .await
        .expect("the answer in the place of \"thinking\"");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_host_and_who_manages_the_server_have_it_checked() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.begun("Salem", &nine).await;
    town.settle(game).await;
    let square = town.square(game).await;
    let answer = nine[0].type_command(square, "/host check", &[]).await;
    let answer = answer.expect("is there");
    said(&answer, "not the host");
    assert!(!answer.text().contains("Check of"));
    let role = town.behind.role(town.guild, "Stewards", bit::MANAGE_GUILD);
    let mallory = town.member("Mallory");
    town.behind
        .set_role(town.guild, mallory.id(), role.expect("a role"), true)
        .expect("has it");
    let answer = mallory.type_command(square, "/host check", &[]).await;
    said(&answer.expect("is there"), "Check of Salem");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_plays_is_not_told_whose_dms_are_closed() {
    let town = Town::new().await;
    let mut nine = town.nine();
    nine[8] = town.host.clone();
    let game = town.begun("Salem", &nine).await;
    town.settle(game).await;
    nine[0].close_dms(true).expect("closed");
    town.until(game, &nine[1], "## Day 1").await;
    eventually("a thread for Ann", || nine[0].channel("Your cards")).await;
    let square = town.square(game).await;
    let text = checked(&town, square).await;
    assert!(text.contains("A host who plays is not told"), "{text}");
    assert!(!text.contains("Ann"), "{text}");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_of_readers_fits_into_the_answer_and_is_accepted() {
    let town = Town::with_members_intent().await;
    let nine = town.nine();
    town.create("Salem").await;
    for player in &nine {
        town.join(player, "Salem").await;
    }
    let lords = town.behind.role(town.guild, "Lords", bit::ADMINISTRATOR);
    let lords = lords.expect("a role");
    let name = "*".repeat(15) + "_";
    let mut crowd = Vec::new();
    for _ in 0..55 {
        let lord = town.member(&format!("{name}Lord{name}"));
        let given = town.behind.set_role(town.guild, lord.id(), lords, true);
        given.expect("has it");
        crowd.push(lord);
    }
    let text = checked(&town, town.general).await;
    assert_eq!(text.matches("is an administrator").count(), 55, "{text}");
    // All alike, and each told apart.
    let mut lines: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
    let count = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), count);

    // Beyond sixty their role is named.
    for _ in 0..50 {
        let lord = town.member("Lord");
        let given = town.behind.set_role(town.guild, lord.id(), lords, true);
        given.expect("has it");
    }
    let text = checked(&town, town.general).await;
    assert_eq!(text.matches("is an administrator").count(), 1, "{text}");
    assert!(text.contains("whoever has the role Lords"), "{text}");
    said(&town.start("Salem").await, "The game begins");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_hears_once_of_what_changes_and_once_of_its_end() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let desk = town.channel(&town.host, "host-desk").await;
    let wardens = town.behind.role(town.guild, "Wardens", bit::MANAGE_THREADS);
    let wardens = wardens.expect("a role");
    let news = told(&town, "whoever has the role Wardens: may manage threads").await;
    assert_eq!(news.len(), 1, "{news:#?}");
    assert!(news[0].contains("Server Settings > "), "{news:#?}");

    // Another change brings another look, and only what is new.
    slow(&town, town.square(game).await, 30);
    let news = told(&town, "players wait 30 s").await;
    assert_eq!(news.len(), 1, "{news:#?}");
    assert!(!news[0].contains("Wardens"), "{news:#?}");
    let square = town.square(game).await;
    let text = checked(&town, square).await;
    for words in [
        "Wardens",
        "🟡 Slowmode in <#",
        "- Day 1 ends <t:",
        "- Night 1 ends",
    ] {
        assert!(text.contains(words), "no {words:?} in:\n{text}");
    }

    town.behind
        .delete_role(town.guild, wardens)
        .expect("deleted");
    slow(&town, square, 0);
    told(&town, "No longer so: ").await;
    eventually("the end of both", || {
        let ended = on_desk(&town.host, desk, "No longer so: ").join("\n");
        (ended.contains("Wardens could read") && ended.contains("slowmode in")).then_some(())
    })
    .await;
    assert_eq!(on_desk(&town.host, desk, "the role Wardens: may").len(), 1);
    assert_eq!(on_desk(&town.host, desk, "players wait 30 s").len(), 1);
    town.settle(game).await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_members_intent_a_member_who_gets_a_role_is_named() {
    let mut town = Town::with_members_intent().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let lords = town.behind.role(town.guild, "Lords", bit::ADMINISTRATOR);
    let lords = lords.expect("a role");
    let zoe = town.member("**Zoe** <@1>");
    town.behind
        .set_role(town.guild, zoe.id(), lords, true)
        .expect("has it");
    let words = r"\*\*Zoe\*\* \<\@1\>: is an administrator";
    let news = told(&town, words).await;
    assert_eq!(news.len(), 1, "{news:#?}");
    assert!(!news[0].contains("role Lords"), "{news:#?}");

    // It was told before the bot was gone, and is not told again.
    town.settle(game).await;
    town.stop_bot().await;
    town.start_bot().await;
    town.behind
        .set_role(town.guild, nine[3].id(), lords, true)
        .expect("has it");
    let news = told(&town, "Dan: is an administrator **and plays").await;
    assert!(!news[0].contains("Zoe"), "{news:#?}");
    assert_eq!(told(&town, words).await.len(), 1);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_bot_may_not_do_any_more_is_told_once() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let desk = town.channel(&town.host, "host-desk").await;
    let role = own_role(&town);
    let few = permissions::required() & !bit::MANAGE_CHANNELS;
    town.behind
        .change_role(town.guild, role, Some(few), None)
        .expect("taken");
    let news = told(&town, "**Manage Channels**").await;
    assert!(
        news[0].starts_with(&format!("<@{}>", town.host.id())),
        "{news:?}"
    );
    // Night comes, and the rooms cannot be arranged: that is known.
    town.pass(town_crier::kernel::time::Length::DAY);
    town.host
        .wait_for(desk, PATIENCE, |seen| seen.text().contains("Night 1"))
        .await;
    town.behind
        .change_role(town.guild, role, Some(permissions::required()), None)
        .expect("given back");
    told(&town, "No longer so: I lacked **Manage Channels**").await;
    assert_eq!(
        on_desk(&town.host, desk, "switch on **Manage Channels**").len(),
        1
    );
    town.until(game, &nine[0], "## Night 1").await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_let_into_a_room_by_hand_and_cannot_be_put_out_is_told() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let mallory = town.member("Mallory");
    let woods = town.channel(&nine[0], "the-woods").await;
    // As long as the bot may, it puts that back, and there is nothing to tell.
    let role = own_role(&town);
    let few = permissions::required() & !bit::MANAGE_ROLES;
    town.behind
        .change_role(town.guild, role, Some(few), None)
        .expect("taken");
    let bits = bit::VIEW_CHANNEL | bit::MANAGE_THREADS;
    town.behind
        .overwrite(woods, Target::Member(mallory.id()), bits, 0)
        .expect("let in");
    let news = told(&town, &format!("let <@{}> in", mallory.id())).await;
    assert_eq!(news.len(), 1, "{news:#?}");
    town.behind
        .change_role(town.guild, role, Some(permissions::required()), None)
        .expect("given back");
    told(&town, "somebody was let into").await;
    eventually("Mallory out of the woods", || {
        mallory.channel("the-woods").is_none().then_some(())
    })
    .await;
    town.settle(game).await;
    town.end().await;
}
