//! Databases of every format there was, as the bot left them in the middle of a game: each opens, audits and plays on.
//!
//! A dump (`sqlite3 FILE .dump`) of a bot that was stopped at Night. When the format changes one more is kept; these stay.

use sqlx::Connection;
use town_crier::games::Stand;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::ids::EventNumber;
use town_crier::kernel::time::{Length, Time};

use crate::kit::{Disk, sql};

const KEPT: [(&str, &str); 2] = [
    (
        "forum, schema 1, rules 1, with role cards",
        include_str!("kept/forum-database.sql"),
    ),
    (
        "tabletop, schema 1, rules 1, with chats",
        include_str!("kept/tabletop-database.sql"),
    ),
];

#[tokio::test]
async fn databases_of_every_format_there_was_open_audit_and_play_on() {
    for (what, dump) in KEPT {
        let disk = Disk::new();
        let mut file = disk.create().await;
        // The tables of a dump come in no order.
        sql(&mut file, "PRAGMA foreign_keys = 0").await;
        let put = sqlx::raw_sql(dump).execute(&mut file).await;
        put.unwrap_or_else(|error| panic!("{what}: {error}"));
        let (latest,): (i64,) = sqlx::query_as("SELECT MAX(at) FROM events")
            .fetch_one(&mut file)
            .await
            .expect("events");
        file.close().await.expect("closed");

        let moderator = disk.moderator(Time(latest) + Length::MINUTE).await;
        let store = moderator.host.store().clone();
        let games = moderator.host.views();
        assert_eq!(games.len(), 1, "{what}");
        let view = &games[0];
        let game = view.game;
        assert!(!view.stopped, "{what}: it is played on");
        assert_eq!(view.session.stand(), Stand::Running, "{what}");
        assert!(view.next.0 > 150, "{what}");
        let things = store.things(game).await.expect("read");
        assert!(things.iter().any(|thing| thing.key == "channel:town"));
        assert!(!store.boards(game).await.expect("read").is_empty());
        // All was told by then.
        assert_eq!(store.outbox(game).await.expect("read").len(), 0, "{what}");

        for number in 0..100 {
            let view = moderator.view(game);
            let mut dice = Dice::new(&Seed([3; 32]), EventNumber(number));
            if let Some((actor, command)) = view.session.sample(moderator.host.now(), &mut dice) {
                // A refusal changes nothing.
                let _ = moderator.host.command(game, actor, command, None).await;
            }
            moderator.clock.advance(Length::MINUTE);
        }
        assert!(moderator.view(game).next > view.next, "{what}");
        moderator.play_on(game).await;
        moderator.close().await;
    }
}
