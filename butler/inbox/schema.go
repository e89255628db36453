package inbox

import (
	"context"

	"guard/butler/db"
)

// Room is the inbox's part of butler's database. Times are microseconds since
// 1970, UTC.
var Room = db.Room{Name: "inbox", Steps: []string{`
CREATE TABLE inbox_items (
	id       TEXT PRIMARY KEY,
	ref      TEXT NOT NULL UNIQUE,
	key      TEXT NOT NULL,
	source   TEXT NOT NULL CHECK (source IN ('hook', 'mcp', 'loop', 'delegation', 'card')),
	kind     TEXT NOT NULL CHECK (kind IN ('approval', 'choice', 'edit')),
	state    TEXT NOT NULL CHECK (state IN ('PENDING', 'APPROVED', 'CONSUMED', 'LAPSED', 'REVOKED', 'DENIED', 'EXPIRED', 'WITHDRAWN')),
	rev      INTEGER NOT NULL CHECK (rev > 0),
	hash     TEXT NOT NULL,
	attached INTEGER NOT NULL DEFAULT 0 CHECK (attached IN (0, 1)),
	attempts INTEGER NOT NULL DEFAULT 1,
	tier     TEXT NOT NULL,
	client   TEXT NOT NULL,
	session  TEXT NOT NULL,
	project  TEXT NOT NULL,
	alone    INTEGER NOT NULL CHECK (alone IN (0, 1)),
	title    TEXT NOT NULL,
	reason   TEXT NOT NULL,
	rule     TEXT NOT NULL,
	created  INTEGER NOT NULL,
	expires  INTEGER NOT NULL,
	decided  INTEGER NOT NULL DEFAULT 0,
	ended    INTEGER NOT NULL DEFAULT 0,
	ruling   TEXT NOT NULL DEFAULT '',  -- Ruling as JSON
	consumer TEXT NOT NULL DEFAULT '',  -- the try that was answered with the yes
	grants   TEXT NOT NULL DEFAULT '',  -- ids, with a blank between
	audit    INTEGER NOT NULL DEFAULT 0,
	call     TEXT NOT NULL DEFAULT '',
	corrupt  TEXT NOT NULL DEFAULT ''   -- why the row cannot be used
) STRICT;
-- One open item for a key. A row that cannot be read does not count.
CREATE UNIQUE INDEX inbox_open_key ON inbox_items (key) WHERE state = 'PENDING' AND corrupt = '';
CREATE INDEX inbox_key ON inbox_items (key, id);
CREATE INDEX inbox_state ON inbox_items (state, id);
CREATE INDEX inbox_session ON inbox_items (session, state);
CREATE INDEX inbox_ended ON inbox_items (ended) WHERE ended > 0;

-- Content as JSON. It is apart, so that a list reads little.
CREATE TABLE inbox_contents (
	item TEXT PRIMARY KEY REFERENCES inbox_items (id) ON DELETE CASCADE,
	body TEXT NOT NULL
) STRICT;

-- Each submission, so that one that comes back is known, and a call that was
-- answered elsewhere is found.
CREATE TABLE inbox_tries (
	id     TEXT PRIMARY KEY,
	item   TEXT NOT NULL REFERENCES inbox_items (id) ON DELETE CASCADE,
	at     INTEGER NOT NULL,
	call   TEXT NOT NULL,
	digest TEXT NOT NULL,
	audit  INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_tries_item ON inbox_tries (item);

-- What happened. chain: 0 stays here, 1 is to be in guard's log, 2 is there.
CREATE TABLE inbox_events (
	seq   INTEGER PRIMARY KEY AUTOINCREMENT,
	item  TEXT NOT NULL REFERENCES inbox_items (id) ON DELETE CASCADE,
	at    INTEGER NOT NULL,
	rev   INTEGER NOT NULL,
	what  TEXT NOT NULL,
	by    TEXT NOT NULL,   -- Actor as JSON
	note  TEXT NOT NULL,
	entry TEXT NOT NULL,   -- the log record as JSON, '' where there is none
	chain INTEGER NOT NULL CHECK (chain IN (0, 1, 2))
) STRICT;
CREATE INDEX inbox_events_item ON inbox_events (item, seq);
CREATE INDEX inbox_events_chain ON inbox_events (seq) WHERE chain = 1;

CREATE TABLE inbox_tokens (
	hash    TEXT PRIMARY KEY, -- SHA-256 of the token
	item    TEXT NOT NULL REFERENCES inbox_items (id) ON DELETE CASCADE,
	rev     INTEGER NOT NULL,
	content TEXT NOT NULL,
	expires INTEGER NOT NULL
) STRICT;

-- What was decided under which key of the decider's own.
CREATE TABLE inbox_decisions (
	idem    TEXT PRIMARY KEY,
	item    TEXT NOT NULL REFERENCES inbox_items (id) ON DELETE CASCADE,
	request TEXT NOT NULL, -- SHA-256 of what was said
	at      INTEGER NOT NULL
) STRICT;
`, `
-- A yes that reaches beyond the one call owes its grants from the transaction
-- that says yes until the one that notes them.
ALTER TABLE inbox_items ADD COLUMN owes INTEGER NOT NULL DEFAULT 0 CHECK (owes IN (0, 1));
CREATE INDEX inbox_owes ON inbox_items (id) WHERE owes = 1;

-- Tokens carry their own proof.
DROP TABLE inbox_tokens;
`, `
-- Half the pages for each call: what is open is known in memory, a table whose key
-- is a text is one tree instead of two, and events are numbered by butler.
DROP INDEX inbox_state;
DROP INDEX inbox_session;
DROP INDEX inbox_ended;
DROP INDEX inbox_owes;
CREATE INDEX inbox_session ON inbox_items (session, id);

ALTER TABLE inbox_contents RENAME TO inbox_contents_old;
CREATE TABLE inbox_contents (
	item TEXT PRIMARY KEY REFERENCES inbox_items (id) ON DELETE CASCADE,
	body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO inbox_contents SELECT item, body FROM inbox_contents_old;
DROP TABLE inbox_contents_old;

ALTER TABLE inbox_tries RENAME TO inbox_tries_old;
CREATE TABLE inbox_tries (
	id     TEXT PRIMARY KEY,
	item   TEXT NOT NULL REFERENCES inbox_items (id) ON DELETE CASCADE,
	at     INTEGER NOT NULL,
	call   TEXT NOT NULL,
	digest TEXT NOT NULL,
	audit  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO inbox_tries SELECT id, item, at, call, digest, audit FROM inbox_tries_old;
DROP TABLE inbox_tries_old;
CREATE INDEX inbox_tries_item ON inbox_tries (item);

-- seq grows as long as a butler runs, and is never used twice by it.
ALTER TABLE inbox_events RENAME TO inbox_events_old;
CREATE TABLE inbox_events (
	seq   INTEGER PRIMARY KEY,
	item  TEXT NOT NULL REFERENCES inbox_items (id) ON DELETE CASCADE,
	at    INTEGER NOT NULL,
	rev   INTEGER NOT NULL,
	what  TEXT NOT NULL,
	by    TEXT NOT NULL,   -- Actor as JSON
	note  TEXT NOT NULL,
	entry TEXT NOT NULL,   -- the log record as JSON, '' where there is none
	chain INTEGER NOT NULL CHECK (chain IN (0, 1, 2))
) STRICT;
INSERT INTO inbox_events SELECT seq, item, at, rev, what, by, note, entry, chain FROM inbox_events_old;
DROP TABLE inbox_events_old;
CREATE INDEX inbox_events_item ON inbox_events (item, seq);
CREATE INDEX inbox_events_chain ON inbox_events (seq) WHERE chain = 1;

ALTER TABLE inbox_decisions RENAME TO inbox_decisions_old;
CREATE TABLE inbox_decisions (
	idem    TEXT PRIMARY KEY,
	item    TEXT NOT NULL REFERENCES inbox_items (id) ON DELETE CASCADE,
	request TEXT NOT NULL, -- SHA-256 of what was said
	at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO inbox_decisions SELECT idem, item, request, at FROM inbox_decisions_old;
DROP TABLE inbox_decisions_old;
`}, Check: check}

// check gives what the tables must never hold.
func check(ctx context.Context, q db.Querier) ([]string, error) {
	return db.Texts(ctx, q, `
SELECT ref || ' cannot be read: ' || corrupt FROM inbox_items WHERE corrupt <> ''
UNION ALL
SELECT ref || ' is ' || state || ' without a ruling' FROM inbox_items
	WHERE state IN ('APPROVED', 'CONSUMED', 'LAPSED', 'REVOKED', 'DENIED') AND ruling = '' AND corrupt = ''
UNION ALL
SELECT ref || ' is ' || state || ' and a person''s yes is not in its history' FROM inbox_items AS i
	WHERE state IN ('APPROVED', 'CONSUMED', 'LAPSED', 'REVOKED')
	AND NOT EXISTS (SELECT 1 FROM inbox_events WHERE item = i.id AND what = 'approved')
UNION ALL
SELECT ref || ' has ended without a time' FROM inbox_items WHERE state NOT IN ('PENDING', 'APPROVED') AND ended = 0
UNION ALL
SELECT ref || ' is used and its yes is not in guard''s log' FROM inbox_items AS i
	WHERE grants <> '' AND EXISTS (SELECT 1 FROM inbox_events WHERE item = i.id AND what = 'approved' AND chain = 1)
UNION ALL
SELECT ref || ' is ' || state || ' and owes grants' FROM inbox_items
	WHERE owes = 1 AND (source <> 'hook' OR state NOT IN ('APPROVED', 'CONSUMED') OR grants <> '')`)
}
