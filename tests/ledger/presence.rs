//! H7: whether the Moderator is there.

use town_crier::host::ABSENCE;
use town_crier::kernel::time::Length;

use crate::kit::{Disk, START, before};

#[tokio::test]
async fn h7_presence_is_noted_at_commits_and_at_the_end() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let store = moderator.host.store().clone();
    assert_eq!(store.last_seen().await.expect("read"), Some(START));
    moderator.clock.advance(Length(7_000));
    moderator.open("Salem").await;
    let noted = store.last_seen().await.expect("read");
    assert_eq!(noted, Some(START + Length(7_000)));
    moderator.clock.advance(Length(5_000));
    moderator.close().await;
    let noted = disk.store().await.last_seen().await.expect("read");
    assert_eq!(noted, Some(START + Length(12_000)));
}

#[tokio::test]
async fn h7_nothing_is_settled_while_the_session_is_lost() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let store = moderator.host.store().clone();
    let game = moderator.open("Salem").await;
    let due = moderator.due(game);
    let lost = before(due);
    moderator.host.session_lost(lost).await;
    moderator.clock.set(lost + ABSENCE);
    let other = moderator.open("Andover").await;
    assert_eq!(moderator.view(game).next.0, 1);
    let seen = store.last_seen().await.expect("read");
    assert_eq!(seen, Some(lost), "while away nothing counts as presence");
    moderator.host.session_back(moderator.clock.now()).await;
    assert_eq!(moderator.view(game).next.0, 2, "settled before it returns");
    assert_eq!(moderator.instants(game).await[1], due);
    assert_eq!(moderator.view(other).next.0, 1);
    let seen = store.last_seen().await.expect("read");
    assert_eq!(seen, Some(moderator.clock.now()));
}
