-- The ledger: what happened in every game, what is still to be told, and where on the platform things are.
-- Times are milliseconds of UTC. Ids of 64 bits are stored bit for bit as signed numbers. JSON is text.

-- The one process that may write. Each start raises the epoch; every transaction looks whether it is still its own.
CREATE TABLE instance (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;

INSERT INTO instance (id, owner, epoch) VALUES (1, '', 0);

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE games (
    game INTEGER NOT NULL PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    edition TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    seed TEXT NOT NULL,
    host INTEGER NOT NULL,
    created INTEGER NOT NULL,
    -- The number of the next event, and of the next message to be told.
    next_event INTEGER NOT NULL,
    next_message INTEGER NOT NULL,
    standing TEXT NOT NULL CHECK (standing IN ('sign_up', 'running', 'over', 'cancelled')),
    due INTEGER,
    -- Why the game stands still because of a bug, where it does.
    stopped TEXT,
    -- Whether the platform shows an ended game as it should stay.
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)),
    -- Which process writes this game, until when it need not renew that, and in which of its lives.
    owner TEXT NOT NULL,
    lease INTEGER NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;

CREATE INDEX games_by_guild ON games (guild);

CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (game),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- Who gave the command, and the command: on the first event of a decision alone.
    actor TEXT,
    command TEXT,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT;

-- Interactions whose decision is in the ledger: the same one again changes nothing.
CREATE TABLE interactions (
    interaction INTEGER NOT NULL PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (game),
    answer TEXT NOT NULL,
    -- When it was written, by the machine's own clock.
    written INTEGER NOT NULL
) STRICT;

CREATE INDEX interactions_by_age ON interactions (written);

CREATE TABLE outbox (
    game INTEGER NOT NULL REFERENCES games (game),
    number INTEGER NOT NULL,
    -- The event after which it is told.
    after_event INTEGER NOT NULL,
    address TEXT NOT NULL,
    part TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'dropped')),
    attempted INTEGER,
    message INTEGER,
    dropped_why TEXT,
    PRIMARY KEY (game, number)
) STRICT;

CREATE INDEX outbox_pending ON outbox (game, number) WHERE state = 'pending';

-- Which channel, thread or category of the platform is which.
CREATE TABLE things (
    game INTEGER NOT NULL REFERENCES games (game),
    key TEXT NOT NULL,
    discord_id INTEGER NOT NULL,
    extra TEXT NOT NULL,
    PRIMARY KEY (game, key)
) STRICT;

CREATE INDEX things_by_id ON things (discord_id);

CREATE TABLE boards (
    game INTEGER NOT NULL REFERENCES games (game),
    key TEXT NOT NULL,
    address TEXT NOT NULL,
    channel INTEGER,
    message INTEGER,
    nonce TEXT NOT NULL,
    attempted INTEGER,
    body TEXT NOT NULL,
    retired INTEGER NOT NULL CHECK (retired IN (0, 1)),
    PRIMARY KEY (game, key)
) STRICT;

CREATE TABLE guilds (
    guild INTEGER NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

-- What is wrong now and has been told to the host, so that it is told once.
CREATE TABLE faults (
    game INTEGER NOT NULL REFERENCES games (game),
    key TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (game, key)
) STRICT;
