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

/// One test for each trouble and edition, and their names for the README.
macro_rules! troubles {
    ($($name:ident: $($edition:ident)+;)*) => {
        $(mod $name {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $edition() {
                let edition = crate::game::Edition::named(stringify!($edition));
                crate::ordeal::suffer(edition, crate::table::$name()).await;
            })+
        })*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

troubles! {
    answers_500_although_done: forum tabletop;
    answers_500_and_does_nothing: forum tabletop;
    answers_429_on_a_route: forum tabletop;
    answers_429_for_all: forum tabletop;
    hangs: forum tabletop;
    drops_the_gateway: forum;
    refuses_resume: tabletop;
    is_ready_twice: forum;
    server_unavailable: forum tabletop;
    bot_kicked: forum tabletop;
    channel_deleted: forum tabletop;
    line_deleted: forum;
    status_deleted: forum tabletop;
    category_deleted: forum tabletop;
    permission_taken: forum tabletop;
    role_at_the_bottom: forum tabletop;
    dms_closed: forum;
    member_leaves: forum tabletop;
    nasty_name: forum tabletop;
    interaction_twice: forum tabletop;
    button_of_another_game: forum tabletop;
    thread_left: forum;
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
