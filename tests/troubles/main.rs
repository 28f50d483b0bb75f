//! A bad Discord: each trouble of the table hits a live game, with the bot as it is against the stand-in, while a second game
//! stands beside it. The game goes on and loses nothing, its host is told once and in words that help, the other game notices
//! nothing, and what can be mended is mended when the cause is gone.

#![allow(dead_code, reason = "the kits are shared, and none uses all of them")]

#[path = "../kit/sight.rs"]
mod sight;
#[path = "../kit/town.rs"]
mod town;

mod game;
mod ordeal;
mod table;

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use futures::future::join_all;

use game::Edition;

/// One test for each trouble, in these editions at the same time, and the names for the README.
macro_rules! troubles {
    ($($name:ident: $($edition:ident),+;)*) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let games = [$(Edition::$edition),+].map(|edition| async move {
                let suffered = AssertUnwindSafe(ordeal::suffer(edition, table::$name()));
                suffered.catch_unwind().await.map_err(|_| edition)
            });
            for done in join_all(games).await {
                assert_eq!(done, Ok(()), "in this edition");
            }
        })*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

troubles! {
    answers_500_although_done: Forum, Tabletop;
    answers_500_and_does_nothing: Forum, Tabletop;
    answers_429_on_a_route: Forum, Tabletop;
    answers_429_for_all: Forum, Tabletop;
    hangs: Forum, Tabletop;
    drops_the_gateway: Forum;
    refuses_resume: Tabletop;
    is_ready_twice: Forum;
    server_unavailable: Forum, Tabletop;
    bot_kicked: Forum, Tabletop;
    channel_deleted: Forum, Tabletop;
    line_deleted: Forum;
    status_deleted: Forum, Tabletop;
    category_deleted: Forum, Tabletop;
    permission_taken: Forum, Tabletop;
    role_at_the_bottom: Forum, Tabletop;
    dms_closed: Forum;
    member_leaves: Forum, Tabletop;
    nasty_name: Forum, Tabletop;
    interaction_twice: Forum, Tabletop;
    button_of_another_game: Forum, Tabletop;
    thread_left: Forum;
}

#[test]
fn the_readme_lists_every_trouble() {
    let readme = include_str!("../../README.md");
    let (_, chapter) = readme
        .split_once("### A bad Discord\n")
        .expect("the chapter is there");
    let chapter = chapter.split("\n#").next().unwrap_or_default();
    let mut listed: Vec<&str> = chapter
        .lines()
        .filter_map(|line| line.strip_suffix("` |")?.rsplit_once("| `"))
        .map(|(_, name)| name)
        .collect();
    let mut tested = NAMES.to_vec();
    listed.sort_unstable();
    tested.sort_unstable();
    assert_eq!(listed, tested);
}
