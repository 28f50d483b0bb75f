//! The troubles: how each is brought about, what is true while it lasts, what the host is told, how it goes away, and what is
//! true then. The README's table says the same in words.

use std::time::Duration;

use town_crier::discord::permissions;
use town_crier::rehearsal::stand_in::acts::Place;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults};
use town_crier::rehearsal::stand_in::world::model::Target;
use town_crier::rehearsal::stand_in::world::permissions::bit;

use crate::ordeal::{Ordeal, Trouble};
use crate::town::{PATIENCE, eventually, said};

/// How long the bot of these tests waits for an answer.
pub const BOTS_PATIENCE: Duration = Duration::from_secs(2);

const MESSAGES: &str = "/channels/{channel_id}/messages";
/// A name that would do everything wrong that a name can: it pings, marks up, turns around, and is as long as may be.
const NASTY: &str = "@everyone *\u{202e}_`#\u{200b} ||<@1>|| [x](";

/// Discord does what was asked, and says that it did not.
pub fn answers_500_although_done() -> Trouble {
    Trouble {
        cause: |o| Box::pin(async { o.fault("POST", MESSAGES, 2, FaultKind::Status500AfterDoing) }),
        after: |o| Box::pin(async { all_faults_struck(o) }),
        ..Trouble::default()
    }
}

/// Discord does not do what was asked, and says so.
pub fn answers_500_and_does_nothing() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async { o.fault("POST", MESSAGES, 2, FaultKind::Status500BeforeDoing) })
        },
        after: |o| Box::pin(async { all_faults_struck(o) }),
        ..Trouble::default()
    }
}

/// Discord wants fewer requests on a route.
pub fn answers_429_on_a_route() -> Trouble {
    Trouble {
        cause: |o| Box::pin(async { o.fault("POST", MESSAGES, 3, too_many(false)) }),
        after: |o| Box::pin(async { all_faults_struck(o) }),
        ..Trouble::default()
    }
}

/// Discord wants fewer requests altogether.
pub fn answers_429_for_all() -> Trouble {
    Trouble {
        cause: |o| Box::pin(async { o.fault("POST", MESSAGES, 3, too_many(true)) }),
        after: |o| Box::pin(async { all_faults_struck(o) }),
        ..Trouble::default()
    }
}

/// Discord does not answer in time, and does what was asked long after it was given up.
pub fn hangs() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                let ms = 2 * u64::try_from(BOTS_PATIENCE.as_millis()).expect("short");
                o.fault("POST", MESSAGES, 1, FaultKind::Hang { ms });
            })
        },
        after: |o| {
            Box::pin(async {
                all_faults_struck(o);
                // The same message was sent again meanwhile; then the first try is done as well.
                eventually("the late answer", || {
                    let sent = o.requests();
                    let nonces: Vec<&str> = sent
                        .iter()
                        .filter(|line| line["route"] == MESSAGES && line["status"] == 200)
                        .filter_map(|line| line["body"]["nonce"].as_str())
                        .collect();
                    let twice =
                        |nonce: &&str| nonces.iter().filter(|one| one == &nonce).count() == 2;
                    nonces.iter().any(twice).then_some(())
                })
                .await;
            })
        },
        ..Trouble::default()
    }
}

/// The gateway connection breaks.
pub fn drops_the_gateway() -> Trouble {
    Trouble {
        cause: |o| Box::pin(async { o.town.behind.drop_connections(o.town.bot_id) }),
        meanwhile: |o| Box::pin(is_back_and_goes_on(o)),
        ..Trouble::default()
    }
}

/// The gateway connection breaks, and the session cannot be resumed.
pub fn refuses_resume() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                o.town.behind.set_faults(Faults {
                    refuse_resume: 1,
                    ..Faults::default()
                });
                o.town.behind.drop_connections(o.town.bot_id);
            })
        },
        meanwhile: |o| Box::pin(is_back_and_goes_on(o)),
        after: |o| Box::pin(async { assert_eq!(o.town.behind.faults().refuse_resume, 0) }),
        ..Trouble::default()
    }
}

/// The session ends, and the next begins with READY twice.
pub fn is_ready_twice() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                o.town.behind.set_faults(Faults {
                    double_ready: 1,
                    ..Faults::default()
                });
                o.town.behind.invalidate_sessions(o.town.bot_id);
            })
        },
        meanwhile: |o| Box::pin(is_back_and_goes_on(o)),
        after: |o| Box::pin(async { assert_eq!(o.town.behind.faults().double_ready, 0) }),
        ..Trouble::default()
    }
}

/// The server is unavailable for a while.
pub fn server_unavailable() -> Trouble {
    Trouble {
        apart: true,
        cause: |o| Box::pin(async { o.town.behind.set_outage(o.town.guild, true).expect("down") }),
        meanwhile: |o| Box::pin(nothing_is_tried(o)),
        cure: |o| Box::pin(async { o.town.behind.set_outage(o.town.guild, false).expect("up") }),
        ..Trouble::default()
    }
}

/// The bot is sent away, and invited again.
pub fn bot_kicked() -> Trouble {
    Trouble {
        apart: true,
        cause: |o| {
            Box::pin(async {
                o.town
                    .behind
                    .kick(o.town.guild, o.town.bot_id)
                    .expect("kicked")
            })
        },
        meanwhile: |o| Box::pin(nothing_is_tried(o)),
        cure: |o| {
            Box::pin(async {
                let behind = &o.town.behind;
                let added = behind.add_bot(o.town.bot_id, o.town.guild, permissions::required());
                added.expect("invited again");
            })
        },
        ..Trouble::default()
    }
}

/// Somebody deletes the town's channel.
pub fn channel_deleted() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                let square = o.game.square(&o.town).await;
                o.town.behind.delete_channel(square).expect("deleted");
                eventually("another channel", || {
                    let place = town_square(o)?;
                    (place.id != square).then_some(())
                })
                .await;
            })
        },
        told: &["was deleted. I make it again"],
        ..Trouble::default()
    }
}

/// Somebody deletes a line of the story.
pub fn line_deleted() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                let square = o.game.square(&o.town).await;
                let lines = o.player(0).read(square).expect("reads");
                let line = lines
                    .iter()
                    .find(|seen| !seen.pinned && seen.author == o.town.bot_id);
                let line = line.expect("a line").id;
                o.town.behind.delete_message(square, line).expect("deleted");
            })
        },
        ..Trouble::default()
    }
}

/// Somebody deletes the pinned status message.
pub fn status_deleted() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                let square = o.game.square(&o.town).await;
                let status = o.game.status(&o.town, o.player(0)).await;
                let deleted = o.town.behind.delete_message(square, status.id);
                deleted.expect("deleted");
            })
        },
        meanwhile: |o| {
            Box::pin(async {
                // At once, and not only when there is something new to show.
                o.game.presses(&o.town, o.player(0)).await;
                o.game.goes_on(&o.town).await;
            })
        },
        told: &["Somebody deleted a message of mine"],
        ..Trouble::default()
    }
}

/// Somebody deletes the game's category.
pub fn category_deleted() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                let category = o.game.category().expect("a category");
                o.town.behind.delete_channel(category).expect("deleted");
            })
        },
        told: &["put the game's channels back into it"],
        after: |o| {
            Box::pin(async {
                let category = o.game.category().expect("another category");
                let rooms = o.rooms().await;
                o.town.stand_in.shared().read(|world| {
                    let rooms = rooms.iter().filter_map(|room| world.channels.get(room));
                    let rooms: Vec<_> = rooms.filter(|room| room.kind == 0).collect();
                    assert_eq!(rooms.len(), 5);
                    for room in rooms {
                        assert_eq!(room.parent, Some(category), "{}", room.name);
                    }
                });
            })
        },
        ..Trouble::default()
    }
}

/// The bot's role loses a permission, just when there is something to be put right.
pub fn permission_taken() -> Trouble {
    Trouble {
        apart: true,
        cause: |o| {
            Box::pin(async {
                let bits = permissions::required() & !bit::MANAGE_ROLES;
                bots_role(o, Some(bits), None);
                let let_in = Target::Member(o.player(0).id());
                let desk = o.game.desk();
                let done = o.town.behind.overwrite(desk, let_in, bit::VIEW_CHANNEL, 0);
                done.expect("let in");
                o.faults_are(|faults| faults.contains("rooms")).await;
            })
        },
        told: &["Server Settings > Roles > my role > Permissions: switch on **Manage Roles**"],
        cure: |o| Box::pin(async { bots_role(o, Some(permissions::required()), None) }),
        mended: Some("The rooms are as they should be again."),
        after: |o| {
            Box::pin(async {
                let sees = o.town.behind.who_sees(o.game.desk());
                let known = [o.game.server.host.id(), o.town.bot_id];
                assert!(sees.iter().all(|user| known.contains(user)), "{sees:?}");
            })
        },
        ..Trouble::default()
    }
}

/// The bot's role is put at the bottom of the order: nothing that it does asks for a place in it.
pub fn role_at_the_bottom() -> Trouble {
    Trouble {
        cause: |o| Box::pin(async { bots_role(o, None, Some(0)) }),
        cure: |o| Box::pin(async { bots_role(o, None, Some(1)) }),
        ..Trouble::default()
    }
}

/// A player closes the DMs in the middle of the game.
pub fn dms_closed() -> Trouble {
    Trouble {
        cause: |o| Box::pin(async { o.player(0).close_dms(true).expect("closed") }),
        told: &["Ann does not take messages from me any more. A private thread stands in"],
        cure: |o| Box::pin(async { o.player(0).close_dms(false).expect("opened") }),
        after: |o| {
            Box::pin(async {
                let cards = o.player(0).channel("Your cards").expect("a thread");
                let said = o.player(0).read(cards.id).expect("reads");
                assert!(said.iter().any(|seen| !seen.text().is_empty()), "{said:#?}");
            })
        },
        ..Trouble::default()
    }
}

/// A player leaves the server, and comes back.
pub fn member_leaves() -> Trouble {
    Trouble {
        members_intent: true,
        cause: |o| Box::pin(async { o.player(0).leave(o.town.guild).expect("left") }),
        told: &["Ann has left the server"],
        cure: |o| Box::pin(async { o.player(0).join(o.town.guild).expect("back") }),
        mended: Some("Ann is back on the server"),
        after: |o| Box::pin(async { drop(o.game.presses(&o.town, o.player(0)).await) }),
        ..Trouble::default()
    }
}

/// A player takes a nasty name.
pub fn nasty_name() -> Trouble {
    Trouble {
        members_intent: true,
        cause: |o| {
            Box::pin(async {
                let ann = o.player(0).id();
                let renamed = o.town.behind.nickname(o.town.guild, ann, Some(NASTY));
                renamed.expect("renamed");
                let square = o.game.square(&o.town).await;
                let shown = o.player(1).wait_for(square, PATIENCE, |seen| {
                    seen.pinned && seen.text().contains("everyone")
                });
                shown.await.expect("the new name on the status message");
            })
        },
        after: |o| Box::pin(async { nobody_is_pinged_by_a_name(o).await }),
        ..Trouble::default()
    }
}

/// The gateway delivers an interaction twice.
pub fn interaction_twice() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                let (town, game) = (&o.town, &o.game);
                let before = game.events(town);
                twice(o);
                said(&game.host_says(town, "/host pause").await, "");
                let paused = game.events(town);
                assert!(paused > before, "it is not paused");
                twice(o);
                said(&game.host_says(town, "/host resume").await, "");
                twice(o);
                game.presses(town, o.player(0)).await;
            })
        },
        meanwhile: |o| {
            Box::pin(async {
                let (town, game) = (&o.town, &o.game);
                game.goes_on(town).await;
                if !game.headline(town).starts_with("## Night") {
                    return;
                }
                twice(o);
                let square = game.square(town).await;
                let with = [("with", o.player(1).name())];
                let with = with.each_ref().map(|(key, name)| (*key, name.as_str()));
                let opened = o.player(0).type_command(square, "/chat open", &with);
                said(&opened.await.expect("is there"), "is open");
            })
        },
        after: |o| {
            Box::pin(async {
                let (town, game) = (&o.town, &o.game);
                assert_eq!(town.behind.faults().double_interaction, 0);
                let view = town.bot().host().view(game.id).expect("live");
                let place = view.session.place().expect("rooms");
                let chats = place.threads.iter().filter(|thread| {
                    matches!(thread.key, town_crier::kernel::place::ThreadKey::Chat(_))
                });
                // By day none can be opened.
                let nights = game.headline(town).starts_with("## Night");
                assert_eq!(chats.count(), usize::from(nights), "one for each delivery");
                let story = town.story(o.player(0)).await;
                let told = |word: &str| story.iter().filter(|line| line.contains(word)).count();
                assert_eq!(
                    (told("is paused"), told("The game goes on")),
                    (1, 1),
                    "{story:#?}"
                );
            })
        },
        ..Trouble::default()
    }
}

/// Somebody presses an old button of another game that is being played.
pub fn button_of_another_game() -> Trouble {
    Trouble {
        cause: |o| {
            Box::pin(async {
                let (town, game, quiet) = (&o.town, &o.game, &o.quiet);
                let before = (game.events(town), quiet.events(town));
                // A player of this game, at the messages of the other one.
                let square = quiet.square(town).await;
                let status = quiet.status(town, o.player(0)).await;
                let pressed = o.player(0).press(square, status.id, "My cards").await;
                said(&pressed.expect("a button"), "do not play in this game");
                let sign_up = quiet.sign_up(town, o.player(0)).await;
                for button in ["Join", "Leave"] {
                    let general = quiet.server.general;
                    let pressed = o.player(0).press_stale(general, sign_up.id, button).await;
                    said(&pressed.expect("it was there"), "");
                }
                assert_eq!((game.events(town), quiet.events(town)), before);
            })
        },
        ..Trouble::default()
    }
}

/// Players leave threads by hand: whose part in the game goes on there comes in again, who leaves a chat has left it.
pub fn thread_left() -> Trouble {
    Trouble {
        members_intent: true,
        cause: |o| {
            Box::pin(async {
                // By day there are no chats.
                o.game.goes_on(&o.town).await;
                let square = o.game.square(&o.town).await;
                let name = o.player(1).name();
                let with = [("with", name.as_str())];
                let opened = o.player(0).type_command(square, "/chat open", &with);
                said(&opened.await.expect("is there"), "is open");
                let chat = eventually("the chat", || {
                    let mut places = o.player(1).channels().into_iter();
                    places.find(|place| place.kind == 12 && place.name != "The coven")
                });
                let chat = chat.await.id;
                o.player(1).leave_thread(chat).expect("left");
                let witch = o.town.coven(&o.game.players).remove(0);
                let coven = witch.channel("The coven").expect("the coven").id;
                witch.leave_thread(coven).expect("left");
                eventually("the Witch in the coven's thread", || {
                    witch.channel("The coven")
                })
                .await;
                eventually("who left the chat out of it", || {
                    let gone = o.player(1).channels().iter().all(|place| place.id != chat);
                    let sees = o.player(0).channels().iter().any(|place| place.id == chat);
                    (gone && sees).then_some(())
                })
                .await;
            })
        },
        after: |o| {
            Box::pin(async {
                let mut chats = o.player(1).channels().into_iter();
                let chat = chats.find(|place| place.kind == 12 && place.name != "The coven");
                assert_eq!(chat, None, "who left the chat was brought back");
            })
        },
        ..Trouble::default()
    }
}

fn too_many(global: bool) -> FaultKind {
    FaultKind::Status429 {
        retry_after: 0.3,
        global,
    }
}

/// Every fault that was set has struck.
fn all_faults_struck(o: &Ordeal) {
    let left = o.town.behind.faults().rest;
    assert!(left.is_empty(), "these did not strike: {left:?}");
}

/// The next interaction comes twice.
fn twice(o: &Ordeal) {
    o.town.behind.set_faults(Faults {
        double_interaction: 1,
        ..Faults::default()
    });
}

async fn is_back_and_goes_on(o: &Ordeal) {
    o.town.whisper_when_back(o.player(0), "/hand").await;
    o.game.goes_on(&o.town).await;
}

/// The rules go on, and Discord is not asked for anything on this server.
async fn nothing_is_tried(o: &Ordeal) {
    let mut rooms = o.rooms().await;
    rooms.insert(o.town.guild);
    let before = o.requests().len();
    o.game.goes_on(&o.town).await;
    let tried = o.requests().split_off(before);
    let here = |path: &str| {
        path.split('/')
            .any(|part| part.parse().is_ok_and(|id: u64| rooms.contains(&id)))
    };
    let here = tried
        .iter()
        .filter(|line| here(line["path"].as_str().unwrap_or_default()));
    assert_eq!(here.count(), 0, "{tried:#?}");
}

fn town_square(o: &Ordeal) -> Option<Place> {
    let above = o.game.category();
    let mut places = o.game.server.host.channels().into_iter();
    places.find(|place| place.name == "town-square" && place.parent == above)
}

fn bots_role(o: &Ordeal, permissions: Option<u64>, position: Option<i64>) {
    let (guild, bot) = (o.town.guild, o.town.bot_id);
    let role = o.town.stand_in.shared().read(|world| {
        let member = &world.guilds[&guild].members[&bot];
        *member.roles.iter().next().expect("a role of its own")
    });
    let changed = o
        .town
        .behind
        .change_role(guild, role, permissions, position);
    changed.expect("changed");
}

/// Whoever is named so: nobody was pinged who is not of the game, and the name stands nowhere as it was typed.
async fn nobody_is_pinged_by_a_name(o: &Ordeal) {
    let known: Vec<u64> = o.game.players.iter().map(|player| player.id()).collect();
    let host = o.game.server.host.id();
    let square = o.game.square(&o.town).await;
    let bot = o.town.bot_id;
    o.town.stand_in.shared().read(|world| {
        let all = world
            .channels
            .values()
            .flat_map(|channel| channel.messages.values());
        for message in all.filter(|message| message.author == bot) {
            assert!(!message.mention_everyone, "{}", message.content);
            let stranger = message
                .mentions
                .iter()
                .find(|user| !known.contains(user) && **user != host && message.channel == square);
            assert_eq!(stranger, None, "{}", message.content);
            assert!(!message.content.contains(NASTY), "{}", message.content);
            assert!(!message.content.contains('\u{202e}'), "{}", message.content);
        }
    });
}
