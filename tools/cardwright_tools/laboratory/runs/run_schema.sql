-- Tables of a run (docs/run-files.md). SQLite checks types, bounds and references; `players` of the run is a bound, too,
-- which untrusted_run_file.py checks. Numbers are small enough that sums of them are exact.
CREATE TABLE run (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE definition (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  "set" TEXT NOT NULL,
  kind TEXT NOT NULL,
  copies INTEGER NOT NULL CHECK (copies BETWEEN 0 AND 1000000000),
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE game (
  number INTEGER PRIMARY KEY CHECK (number BETWEEN 0 AND 9999999),
  seed INTEGER NOT NULL,
  decisions INTEGER NOT NULL CHECK (decisions BETWEEN 0 AND 1000000000),
  turns INTEGER NOT NULL CHECK (turns BETWEEN 0 AND 1000000000),
  seconds REAL NOT NULL CHECK (seconds BETWEEN 0 AND 1000000000),
  error TEXT,
  record TEXT,
  first INTEGER CHECK (first BETWEEN 0 AND 63),
  forced INTEGER CHECK (forced BETWEEN 0 AND min(decisions, 1000000000)),
  longest_turn INTEGER CHECK (longest_turn BETWEEN 0 AND min(decisions, 1000000000)),
  lead_changes INTEGER CHECK (lead_changes BETWEEN 0 AND 1000000000),
  ended TEXT,
  scores TEXT,
  CHECK (error IS NOT NULL OR first + forced + longest_turn + lead_changes IS NOT NULL),
  CHECK (error IS NOT NULL OR (ended IS NOT NULL AND scores IS NOT NULL))
) STRICT;

CREATE TABLE player (
  game INTEGER NOT NULL REFERENCES game (number),
  seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 63),
  bot TEXT NOT NULL,
  score ANY NOT NULL CHECK (typeof(score) IN ('integer', 'real') AND score BETWEEN -1e18 AND 1e18),
  won INTEGER NOT NULL CHECK (won IN (0, 1)),
  share REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- The card need not be among the definitions: pieces without a set are seen, too.
CREATE TABLE card (
  game INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  card TEXT NOT NULL,
  drawn INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND 1000000000),
  parted INTEGER NOT NULL CHECK (parted BETWEEN 0 AND 1000000000),
  played INTEGER NOT NULL CHECK (played BETWEEN 0 AND 1000000000),
  worked INTEGER NOT NULL CHECK (worked BETWEEN 0 AND 1000000000),
  since INTEGER NOT NULL CHECK (since BETWEEN -1000000000 AND 1000000000),
  PRIMARY KEY (game, seat, card),
  FOREIGN KEY (game, seat) REFERENCES player (game, seat)
) STRICT, WITHOUT ROWID;

-- Errors that bots met when they looked ahead.
CREATE TABLE avoided (
  game INTEGER NOT NULL REFERENCES game (number),
  error TEXT NOT NULL,
  times INTEGER NOT NULL CHECK (times BETWEEN 1 AND 1000000000),
  PRIMARY KEY (game, error)
) STRICT, WITHOUT ROWID;

CREATE TABLE seal (
  game INTEGER PRIMARY KEY REFERENCES game (number),
  seal TEXT NOT NULL
) STRICT;
