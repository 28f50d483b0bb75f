//! The Night: the coven, the private chats, the dead.

use town_crier::rehearsal::stand_in::acts::Person;

use crate::town::{PATIENCE, Town, eventually, said};

#[tokio::test(flavor = "multi_thread")]
async fn f29_one_silent_witch_means_no_kill_and_all_together_kill() {
    let (town, nine, game) = Town::calm().await;
    town.until(game, &nine[0], "## Night 1").await;
    let witches = town.coven(&nine);
    let folk = town.town_folk(&nine);
    assert!(witches.len() >= 2);
    let target = [("target", folk[0].name())];
    let target: Vec<(&str, &str)> = target.iter().map(|(k, v)| (*k, v.as_str())).collect();
    let square = town.square(game).await;
    let outsider = town.member("Mallory");
    let heard = outsider.feed(0).len();

    let answer = town.whisper(&witches[0], "/kill", &target).await;
    assert!(answer.is_private());
    town.settle(game).await;
    assert_eq!(
        outsider.feed(0).len(),
        heard,
        "an outsider's client heard of a vote"
    );
    said(
        &town.whisper(&folk[0], "/kill", &[("target", "1")]).await,
        "coven",
    );
    town.until(game, &nine[0], "## Day 2").await;
    said(&town.whisper(&folk[0], "/hand", &[]).await, "Hand");

    town.until(game, &nine[0], "## Night 2").await;
    let witches = town.coven(&nine);
    let victim = town.town_folk(&nine).remove(0);
    let name = victim.name();
    for witch in &witches {
        let answer = town.whisper(witch, "/kill", &[("target", &name)]).await;
        assert!(answer.is_private(), "{answer:?}");
    }
    town.until(game, &nine[0], "## Day 3").await;
    said(&town.whisper(&victim, "/hand", &[]).await, "dead");
    assert!(victim.write(square, "I am dead").is_err());
    assert!(victim.read(square).is_ok());
    let grave = town.channel(&victim, "graveyard").await;
    victim
        .write(grave, "so this is it")
        .expect("the dead talk here");
    town.end().await;
}

async fn open_chat(town: &Town, opener: &Person, guests: &[&Person]) -> String {
    let names: Vec<String> = guests.iter().map(|guest| guest.name()).collect();
    let options: Vec<(&str, &str)> = ["with", "also"]
        .into_iter()
        .zip(names.iter().map(String::as_str))
        .collect();
    let answer = town.whisper(opener, "/chat open", &options).await;
    assert!(answer.is_private());
    answer.text()
}

fn chats(person: &Person) -> Vec<town_crier::rehearsal::stand_in::acts::Place> {
    let mut places = person.channels();
    places.retain(|place| place.name.starts_with("Night "));
    places
}

#[tokio::test(flavor = "multi_thread")]
async fn f39_a_fourth_living_player_is_refused_in_a_chat() {
    let (town, nine, game) = Town::calm().await;
    let early = open_chat(&town, &nine[0], &[&nine[1]]).await;
    assert!(early.contains("Night"), "{early}");
    town.until(game, &nine[0], "## Night 1").await;
    open_chat(&town, &nine[0], &[&nine[1], &nine[2]]).await;
    town.settle(game).await;
    let chat = chats(&nine[0]).remove(0);
    for member in &nine[..3] {
        assert!(chats(member)[0].may_write, "{} cannot write", member.name());
    }
    assert!(chats(&nine[3]).is_empty());
    // In the chat itself the chat need not be named.
    let answer = nine[0]
        .type_command(chat.id, "/chat invite", &[("player", "Dan")])
        .await
        .expect("is there");
    said(&answer, "three");
    town.settle(game).await;
    assert!(chats(&nine[3]).is_empty());
    // Who leaves frees the place; a member who brings somebody in by hand is undone.
    let answer = nine[2]
        .type_command(chat.id, "/chat leave", &[])
        .await
        .expect("is there");
    assert!(answer.is_private());
    town.settle(game).await;
    assert!(chats(&nine[2]).is_empty());
    let answer = nine[0]
        .type_command(chat.id, "/chat invite", &[("player", "Dan")])
        .await
        .expect("is there");
    said(&answer, "Dan");
    town.settle(game).await;
    assert_eq!(chats(&nine[3]).len(), 1);

    town.until(game, &nine[0], "## Day 2").await;
    for member in [&nine[0], &nine[1], &nine[3]] {
        let place = chats(member);
        assert!(place.iter().all(|place| !place.may_write), "{place:?}");
        assert!(member.read(chat.id).is_ok());
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f38_nine_open_two_chats_each_on_seven_nights_in_a_row() {
    let (town, nine, game) = Town::calm().await;
    for night in 1..=7 {
        town.until(game, &nine[0], &format!("## Night {night}"))
            .await;
        for (index, opener) in nine.iter().enumerate() {
            let guests = [&nine[(index + 1) % 9], &nine[(index + 2) % 9]];
            open_chat(&town, opener, &guests[..1]).await;
            open_chat(&town, opener, &guests).await;
            if night == 1 {
                let third = open_chat(&town, opener, &[guests[1]]).await;
                assert!(third.contains("two") || third.contains('2'), "{third}");
            }
        }
        // Somebody acts every Night, else the game would pause and ask its host (H8).
        for witch in town.coven(&nine) {
            town.whisper(&witch, "/kill", &[("target", "nobody")]).await;
        }
        town.settle(game).await;
        let open = |person: &Person| chats(person).iter().filter(|place| place.may_write).count();
        for person in &nine {
            // Two of one's own, and one by each of the guests' rounds: 2 + 2 + 1.
            assert_eq!(open(person), 5, "{} in Night {night}", person.name());
        }
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h3_a_replaced_witch_loses_thread_buttons_and_cards_at_once() {
    let (town, nine, game) = Town::calm().await;
    town.until(game, &nine[0], "## Night 1").await;
    let witch = town.coven(&nine).remove(0);
    let sub = town.member("Sue");
    let dm = town.dm(&witch);
    let night = witch
        .last(dm, |seen| seen.text().contains("## Night 1"))
        .expect("the Night's message");
    let coven = witch.channel("The coven").expect("the coven").id;
    let options = [("player", witch.name()), ("with", sub.id().to_string())];
    let options: Vec<(&str, &str)> = options.iter().map(|(k, v)| (*k, v.as_str())).collect();
    let answer = town
        .host
        .type_command(town.general, "/host replace", &options)
        .await
        .expect("is there");
    said(&answer, "Sue takes over");
    assert!(sub.dm_with(town.bot_id).is_none(), "written to too early");
    let question = answer.message.expect("a question");
    let yes = question.buttons().remove(0).label;
    let press = town.host.press(town.general, question.id, &yes).await;
    assert!(press.expect("a button").is_private());
    town.settle(game).await;
    assert!(
        witch.read(coven).is_err(),
        "the old Witch still reads the coven"
    );
    said(&town.whisper(&witch, "/me", &[]).await, "not playing");
    let shown = witch.message(dm, night.id).expect("it stands there still");
    assert!(
        shown.buttons().is_empty() && shown.menus().is_empty(),
        "{shown:?}"
    );
    if let Some(menu) = night.menus().first() {
        let value = menu.options[0].1.clone();
        let stale = witch
            .choose_stale(dm, night.id, &menu.custom_id, &[&value])
            .await;
        let stale = stale.expect("was there");
        assert!(stale.is_private());
    }
    eventually("the coven for the substitute", || sub.channel("The coven")).await;
    said(&town.whisper(&sub, "/me", &[]).await, "coven");
    let first = sub.wait_for(town.dm(&sub), PATIENCE, |seen| seen.text().contains("seat"));
    first.await.expect("the cards by DM");
    town.end().await;
}

/// At which positions somebody's hidden Witch cards lie, as `/me` tells that player.
async fn witch_cards(town: &Town, witch: &Person) -> Vec<String> {
    let text = town.whisper(witch, "/me", &[]).await.text();
    let row = text.lines().find(|line| line.starts_with("Tryals:"));
    let row = row.unwrap_or_else(|| panic!("no Tryals in {text}"));
    row.trim_start_matches("Tryals:")
        .split('·')
        .map(str::trim)
        .filter(|tryal| tryal.contains("**Witch**"))
        .filter_map(|tryal| tryal.split(' ').next().map(str::to_owned))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn f29_a_dead_witch_reads_and_talks_and_her_voice_does_not_count() {
    let (town, nine, game) = Town::calm().await;
    let witches = town.coven(&nine);
    let accuser = town.holder(&nine, "Witness").await;
    let (lost, left) = match witches[0].id() == accuser.id() {
        true => (&witches[1], &witches[0]),
        false => (&witches[0], &witches[1]),
    };
    let position = witch_cards(&town, lost).await.remove(0);
    let target = lost.name();
    let answer = town
        .whisper(accuser, "/play witness", &[("target", &target)])
        .await;
    assert!(answer.is_private(), "{answer:?}");
    let answer = town
        .whisper(accuser, "/flip", &[("position", &position)])
        .await;
    assert!(answer.is_private(), "{answer:?}");
    town.settle(game).await;
    let square = town.square(game).await;
    assert!(lost.write(square, "no!").is_err(), "she lives");

    town.until(game, &nine[0], "## Night 1").await;
    let coven = lost.channel("The coven").expect("she stays in the coven");
    assert!(coven.may_write, "she talks to the living Witch");
    let victim = town.town_folk(&nine).remove(0);
    let whom = victim.name();
    said(
        &town.whisper(lost, "/kill", &[("target", "nobody")]).await,
        "dead",
    );
    // The Shift may have made a new Witch of somebody: all who live say the same, and only the dead one does not.
    assert!(
        town.coven(&nine)
            .iter()
            .any(|witch| witch.id() == left.id())
    );
    for witch in town.coven(&nine) {
        if witch.id() != lost.id() {
            town.whisper(&witch, "/kill", &[("target", &whom)]).await;
        }
    }
    town.until(game, &nine[0], "## Day 2").await;
    said(&town.whisper(&victim, "/hand", &[]).await, "dead");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f29_a_converted_witch_is_brought_in_and_her_voice_counts() {
    let (town, nine, game) = Town::calm().await;
    let old = town.coven(&nine);
    let mut night = 0;
    // The neighbours of the Witches pick their Witch cards, Day by Day, until one comes to somebody new.
    let new = loop {
        night += 1;
        assert!(night < 8, "no Witch card came to anybody new");
        town.until(game, &nine[0], "the Shift closes").await;
        let view = town.bot().host().view(game).expect("the game");
        let seats = view.session.seats();
        for witch in town.coven(&nine) {
            let Some(position) = witch_cards(&town, &witch).await.into_iter().next() else {
                continue;
            };
            let at = seats.iter().position(|(_, player)| player.0 == witch.id());
            let next = seats[(at.expect("she sits there") + 1) % seats.len()].1;
            let picker = nine.iter().find(|player| player.id() == next.0);
            let picker = picker.expect("a player");
            let answer = town
                .whisper(picker, "/pick", &[("position", &position)])
                .await;
            assert!(answer.is_private(), "{answer:?}");
        }
        town.until(game, &nine[0], &format!("## Night {night}"))
            .await;
        let coven = town.coven(&nine);
        let known = |witch: &&Person| old.iter().all(|other| other.id() != witch.id());
        if let Some(new) = coven.iter().find(known) {
            break new.clone();
        }
        for witch in &coven {
            town.whisper(witch, "/kill", &[("target", "nobody")]).await;
        }
    };
    let coven = new.channel("The coven").expect("the coven");
    assert!(coven.may_write);
    let victim = town.town_folk(&nine).remove(0);
    let whom = victim.name();
    for witch in town.coven(&nine) {
        if witch.id() != new.id() {
            town.whisper(&witch, "/kill", &[("target", &whom)]).await;
        }
    }
    town.until(game, &nine[0], &format!("## Day {}", night + 1))
        .await;
    said(&town.whisper(&victim, "/hand", &[]).await, "Hand");
    town.until(game, &nine[0], &format!("## Night {}", night + 1))
        .await;
    for witch in town.coven(&nine) {
        town.whisper(&witch, "/kill", &[("target", &whom)]).await;
    }
    let folk: Vec<u64> = town.town_folk(&nine).iter().map(Person::id).collect();
    town.until(game, &nine[0], &format!("## Day {}", night + 2))
        .await;
    if folk.contains(&victim.id()) {
        said(&town.whisper(&victim, "/hand", &[]).await, "dead");
    }
    town.end().await;
}
