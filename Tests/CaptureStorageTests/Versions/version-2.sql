PRAGMA application_id=1397244504;
PRAGMA user_version=2;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE entry (
  id TEXT NOT NULL PRIMARY KEY,
  text TEXT,
  state TEXT NOT NULL CHECK (state IN ('adding', 'open', 'finishing', 'finished')),
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  drop_id TEXT UNIQUE,
  session INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO entry VALUES('019abf3c-0000-7000-8000-000000000009',NULL,'finished',1763000000000,1763500000000,'019abf3b-0000-7000-8000-000000000001',NULL);
INSERT INTO entry VALUES('019abf3c-5f00-7a31-8c4e-0123456789ab','Grandmother''s garden','open',1764000000500,NULL,NULL,NULL);
CREATE TABLE media (
  id TEXT NOT NULL PRIMARY KEY,
  entry TEXT NOT NULL REFERENCES entry (id),
  file TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('photo', 'movie')),
  source TEXT NOT NULL CHECK (source IN ('camera', 'library', 'file')),
  bytes INTEGER,
  sha256 BLOB CHECK (length(sha256) = 32),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  removed TEXT NOT NULL,
  session INTEGER,
  CHECK (session IS NOT NULL OR (bytes IS NOT NULL AND sha256 IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO media VALUES('019abf3c-5f01-7000-8000-000000000001','019abf3c-5f00-7a31-8c4e-0123456789ab','019abf3c-5f01-7000-8000-000000000001.jpg','photo','camera',3,X'7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',2048,1536,'exif gps',NULL);
INSERT INTO media VALUES('019abf3c-5f02-7000-8000-000000000002','019abf3c-5f00-7a31-8c4e-0123456789ab','019abf3c-5f02-7000-8000-000000000002.mov','movie','library',3,X'3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3',1920,1080,'',NULL);
CREATE TABLE upload (
  media TEXT NOT NULL PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'stuck')),
  next_try_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  reason TEXT
, rank INTEGER NOT NULL DEFAULT 0, session INTEGER, destination TEXT, resume_state TEXT) STRICT, WITHOUT ROWID;
INSERT INTO upload VALUES('019abf3c-5f02-7000-8000-000000000002','stuck',1764000001000,3,'the receiver refused it',1764000000500,NULL,'tus+https://example.org/files','https://example.org/files/abc');
CREATE TABLE kept_metadata (
  media TEXT NOT NULL PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (trim(reason) <> ''),
  json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO kept_metadata VALUES('019abf3c-5f01-7000-8000-000000000001','the map of the garden','{"a":1}');
CREATE TABLE settled (id INTEGER NOT NULL PRIMARY KEY, number INTEGER NOT NULL) STRICT;
INSERT INTO settled VALUES(1,0);
CREATE TABLE pause (
  destination TEXT NOT NULL PRIMARY KEY,
  until INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO pause VALUES('tus+https://example.org/files',1764000600000,'the receiver is not available for a while');
CREATE INDEX entry_open ON entry (created_at DESC, id DESC) WHERE state IN ('open', 'finishing');
CREATE INDEX entry_finished ON entry (created_at DESC, id DESC) WHERE state = 'finished';
CREATE INDEX entry_shown ON entry (created_at DESC, id DESC) WHERE state <> 'adding';
CREATE INDEX entry_under_way ON entry (state) WHERE state IN ('adding', 'finishing');
CREATE INDEX media_of_entry ON media (entry, id);
CREATE UNIQUE INDEX media_content ON media (entry, sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX media_claimed ON media (session) WHERE session IS NOT NULL;
CREATE INDEX upload_due ON upload (state, next_try_at, media);
CREATE INDEX upload_order ON upload (state, rank, media);
CREATE INDEX upload_leased ON upload (session) WHERE session IS NOT NULL;
COMMIT;
