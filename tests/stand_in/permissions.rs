//! Permissions as Discord documents them, rule by rule.

use town_crier::rehearsal::stand_in::world::channels::ChannelDraft;
use town_crier::rehearsal::stand_in::world::members::RoleDraft;
use town_crier::rehearsal::stand_in::world::model::{Overwrite, Target, kind};
use town_crier::rehearsal::stand_in::world::permissions::{ALL, EVERYONE_DEFAULT, bit};
use town_crier::rehearsal::stand_in::world::threads::ThreadDraft;
use town_crier::rehearsal::stand_in::world::{By, Id, Refusal, World};

struct Place {
    world: World,
    guild: Id,
    owner: Id,
    ann: Id,
    channel: Id,
}

fn place() -> Place {
    let mut world = World::new("http://127.0.0.1:1".to_owned());
    let owner = world.create_user("Owner");
    let guild = world.create_guild("Salem", owner).expect("an owner");
    let ann = world.create_user("Ann");
    world.join_guild(ann, guild).expect("a guild");
    let channel = world.guild_channels(guild).next().expect("general").id;
    Place {
        world,
        guild,
        owner,
        ann,
        channel,
    }
}

impl Place {
    fn overwrite(&mut self, target: Target, allow: u64, deny: u64) {
        let by = By::from(self.owner);
        let wanted = Overwrite {
            target,
            allow,
            deny,
        };
        self.world
            .set_overwrite(&by, self.channel, wanted)
            .expect("the owner may");
    }

    fn role(&mut self, permissions: u64) -> Id {
        let by = By::from(self.owner);
        let draft = RoleDraft {
            permissions: Some(permissions),
            ..RoleDraft::default()
        };
        let role = self
            .world
            .create_role(&by, self.guild, &draft)
            .expect("the owner may");
        let (guild, ann) = (self.guild, self.ann);
        self.world
            .set_member_role(&by, guild, ann, role, true)
            .expect("the owner may");
        role
    }

    fn anns(&self) -> u64 {
        self.world.permissions(self.ann, self.channel)
    }
}

fn code(result: Result<impl std::fmt::Debug, Refusal>) -> u32 {
    result.expect_err("refused").code
}

#[test]
fn a_member_has_what_everyone_has() {
    let place = place();
    assert_eq!(place.anns(), EVERYONE_DEFAULT);
}

#[test]
fn a_stranger_has_nothing() {
    let mut place = place();
    let stranger = place.world.create_user("Stranger");
    assert_eq!(place.world.permissions(stranger, place.channel), 0);
}

#[test]
fn the_owner_has_everything_past_every_denial() {
    let mut place = place();
    place.overwrite(Target::Member(place.owner), 0, bit::VIEW_CHANNEL);
    assert_eq!(place.world.permissions(place.owner, place.channel), ALL);
}

#[test]
fn an_administrator_has_everything_past_every_denial() {
    let mut place = place();
    place.role(bit::ADMINISTRATOR);
    place.overwrite(Target::Role(place.guild), 0, bit::VIEW_CHANNEL);
    place.overwrite(Target::Member(place.ann), 0, bit::SEND_MESSAGES);
    assert_eq!(place.anns(), ALL);
}

#[test]
fn an_administrator_bit_in_an_overwrite_gives_nothing_more() {
    let mut place = place();
    place.overwrite(
        Target::Role(place.guild),
        bit::ADMINISTRATOR,
        bit::SEND_MESSAGES,
    );
    let has = place.anns();
    // The bit is there to read, and what it would give is computed from roles alone.
    assert_eq!(has & bit::BAN_MEMBERS, 0);
}

#[test]
fn everyones_denial_falls_to_a_roles_allowance() {
    let mut place = place();
    let role = place.role(0);
    place.overwrite(Target::Role(place.guild), 0, bit::SEND_MESSAGES);
    assert_eq!(place.anns() & bit::SEND_MESSAGES, 0);
    place.overwrite(Target::Role(role), bit::SEND_MESSAGES, 0);
    assert_ne!(place.anns() & bit::SEND_MESSAGES, 0);
}

#[test]
fn one_roles_allowance_wins_over_anothers_denial() {
    let mut place = place();
    let (low, high) = (place.role(0), place.role(0));
    for (allows, denies) in [(low, high), (high, low)] {
        place.overwrite(Target::Role(allows), bit::SEND_MESSAGES, 0);
        place.overwrite(Target::Role(denies), 0, bit::SEND_MESSAGES);
        assert_ne!(place.anns() & bit::SEND_MESSAGES, 0);
    }
}

#[test]
fn the_members_own_overwrite_is_last() {
    let mut place = place();
    let role = place.role(0);
    place.overwrite(Target::Role(role), bit::SEND_MESSAGES, 0);
    place.overwrite(Target::Member(place.ann), 0, bit::SEND_MESSAGES);
    assert_eq!(place.anns() & bit::SEND_MESSAGES, 0);
    place.overwrite(Target::Role(role), 0, bit::SEND_MESSAGES);
    place.overwrite(Target::Member(place.ann), bit::SEND_MESSAGES, 0);
    assert_ne!(place.anns() & bit::SEND_MESSAGES, 0);
}

#[test]
fn who_cannot_view_can_do_nothing() {
    let mut place = place();
    place.overwrite(
        Target::Member(place.ann),
        bit::SEND_MESSAGES,
        bit::VIEW_CHANNEL,
    );
    assert_eq!(place.anns(), 0);
    assert!(!place.world.can_write(place.ann, place.channel));
}

#[test]
fn who_cannot_send_cannot_mention_attach_or_embed() {
    let mut place = place();
    place.overwrite(Target::Role(place.guild), 0, bit::SEND_MESSAGES);
    let lost = bit::MENTION_EVERYONE | bit::ATTACH_FILES | bit::EMBED_LINKS;
    assert_eq!(place.anns() & lost, 0);
    assert_ne!(
        place.anns() & bit::ADD_REACTIONS,
        0,
        "reacting is its own bit"
    );
}

#[test]
fn a_timeout_leaves_reading_only_and_ends() {
    let mut place = place();
    let until = place.world.now_ms() + 60_000;
    let (by, guild, ann) = (By::from(place.owner), place.guild, place.ann);
    place
        .world
        .edit_member(&by, guild, ann, None, Some(Some(until)))
        .expect("the owner may");
    assert_eq!(place.anns(), bit::VIEW_CHANNEL | bit::READ_MESSAGE_HISTORY);
    place.world.advance_clock(60_001);
    assert_eq!(place.anns(), EVERYONE_DEFAULT);
}

#[test]
fn a_category_counts_for_nothing_once_the_channel_is_made() {
    let mut place = place();
    let by = By::from(place.owner);
    let hidden = Overwrite {
        target: Target::Role(place.guild),
        allow: 0,
        deny: bit::VIEW_CHANNEL,
    };
    let category = ChannelDraft {
        name: Some("Closed".to_owned()),
        kind: Some(kind::CATEGORY),
        overwrites: Some(vec![hidden]),
        ..ChannelDraft::default()
    };
    let category = place
        .world
        .create_channel(&by, place.guild, &category)
        .expect("the owner may");
    let inside = |overwrites| ChannelDraft {
        name: Some("inside".to_owned()),
        parent: Some(Some(category)),
        overwrites,
        ..ChannelDraft::default()
    };
    let world = &mut place.world;
    let takes_over = world
        .create_channel(&by, place.guild, &inside(None))
        .expect("the owner may");
    let open = world
        .create_channel(&by, place.guild, &inside(Some(Vec::new())))
        .expect("the owner may");
    assert!(!world.can_see(place.ann, takes_over));
    assert!(world.can_see(place.ann, open));
}

#[test]
fn threads_take_their_parents_overwrites_and_their_own_sending_bit() {
    let mut place = place();
    let (by, channel) = (By::from(place.owner), place.channel);
    let draft = ThreadDraft {
        name: Some("talk".to_owned()),
        kind: Some(kind::PUBLIC_THREAD),
        ..ThreadDraft::default()
    };
    let thread = place
        .world
        .create_thread(&by, channel, &draft)
        .expect("the owner may");
    place.overwrite(Target::Role(place.guild), 0, bit::SEND_MESSAGES);
    assert!(place.world.can_write(place.ann, thread));
    assert!(!place.world.can_write(place.ann, channel));
    place.overwrite(Target::Role(place.guild), 0, bit::SEND_MESSAGES_IN_THREADS);
    assert!(!place.world.can_write(place.ann, thread));
    assert!(place.world.can_write(place.ann, channel));
    place.overwrite(Target::Role(place.guild), 0, bit::VIEW_CHANNEL);
    assert!(!place.world.can_see(place.ann, thread));
}

#[test]
fn private_threads_are_for_members_and_those_who_manage_threads() {
    let mut place = place();
    let (by, channel, guild, ann) = (By::from(place.owner), place.channel, place.guild, place.ann);
    let draft = ThreadDraft {
        name: Some("secret".to_owned()),
        ..ThreadDraft::default()
    };
    let world = &mut place.world;
    let thread = world.create_thread(&by, channel, &draft).expect("may");
    assert!(!world.can_see(ann, thread));
    world.add_thread_member(&by, thread, ann).expect("may");
    assert!(world.can_see(ann, thread));
    world.remove_thread_member(&by, thread, ann).expect("may");
    assert!(!world.can_see(ann, thread));
    let role = place.role(bit::MANAGE_THREADS);
    assert!(place.world.can_see(ann, thread));
    place
        .world
        .set_member_role(&by, guild, ann, role, false)
        .expect("may");
    assert!(!place.world.can_see(ann, thread));
}

#[test]
fn an_overwrite_needs_every_bit_that_it_changes() {
    let mut place = place();
    place.role(bit::MANAGE_ROLES);
    let (guild, ann, channel) = (place.guild, place.ann, place.channel);
    let by = By::from(ann);
    let world = &mut place.world;
    let wanted = |allow, deny| Overwrite {
        target: Target::Role(guild),
        allow,
        deny,
    };
    let lacks = wanted(0, bit::KICK_MEMBERS);
    assert_eq!(code(world.set_overwrite(&by, channel, lacks)), 50013);
    let lacks = wanted(bit::MANAGE_THREADS, 0);
    assert_eq!(code(world.set_overwrite(&by, channel, lacks)), 50013);
    let own = wanted(0, bit::MANAGE_ROLES);
    assert_eq!(code(world.set_overwrite(&by, channel, own)), 50013);
    world
        .set_overwrite(&by, channel, wanted(0, bit::SEND_MESSAGES))
        .expect("has the bit");
}

#[test]
fn roles_are_given_and_changed_from_above_only() {
    let mut place = place();
    let low = place.role(0);
    let high = place.role(bit::MANAGE_ROLES | bit::KICK_MEMBERS);
    let (guild, ann, owner) = (place.guild, place.ann, place.owner);
    let by = By::from(ann);
    // Each new role stands below the older ones: put them in order.
    let position = |position| RoleDraft {
        position: Some(position),
        ..RoleDraft::default()
    };
    let world = &mut place.world;
    let above = By::from(owner);
    world
        .edit_role(&above, guild, low, &position(1))
        .expect("may");
    world
        .edit_role(&above, guild, high, &position(2))
        .expect("may");
    let bob = world.create_user("Bob");
    world.join_guild(bob, guild).expect("a guild");
    world
        .set_member_role(&by, guild, bob, low, true)
        .expect("below");
    assert_eq!(
        code(world.set_member_role(&by, guild, bob, high, true)),
        50013
    );
    assert_eq!(
        code(world.edit_role(&by, guild, high, &RoleDraft::default())),
        50013
    );
    assert_eq!(code(world.kick(&by, guild, owner)), 50013);
    world.kick(&by, guild, bob).expect("below");
}
