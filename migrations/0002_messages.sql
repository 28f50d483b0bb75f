-- Which game a message is of is asked for every message that anybody deletes on any server of the bot's.
CREATE INDEX outbox_by_message ON outbox (message) WHERE message IS NOT NULL;
CREATE INDEX boards_by_message ON boards (message) WHERE message IS NOT NULL;
