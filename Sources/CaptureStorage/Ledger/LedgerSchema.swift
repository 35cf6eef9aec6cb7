/// The tables of the ledger, as the steps that made them.
enum LedgerSchema {
  static let migrations: [Migration] = [
    Migration(name: "entries, owned media, media to upload, kept metadata", sql: firstTables),
    Migration(name: "the order of uploads, their leases, and where each stands", sql: uploading),
  ]

  /// Times are milliseconds since 1970, ids UUIDs in lower case, `file` a name inside the entry's folder.
  ///
  /// `media` is the list of what an entry owns, `upload` the list of what is still to be sent. `session`
  /// names the process that is at work on a row (see `SessionLock`); NULL means that nobody is.
  private static let firstTables = """
    CREATE TABLE entry (
      id TEXT NOT NULL PRIMARY KEY,
      text TEXT,
      state TEXT NOT NULL CHECK (state IN ('adding', 'open', 'finishing', 'finished')),
      created_at INTEGER NOT NULL,
      finished_at INTEGER,
      drop_id TEXT UNIQUE,
      session INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entry_open ON entry (created_at DESC, id DESC) WHERE state IN ('open', 'finishing');
    CREATE INDEX entry_finished ON entry (created_at DESC, id DESC) WHERE state = 'finished';
    CREATE INDEX entry_shown ON entry (created_at DESC, id DESC) WHERE state <> 'adding';
    CREATE INDEX entry_under_way ON entry (state) WHERE state IN ('adding', 'finishing');

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
    CREATE INDEX media_of_entry ON media (entry, id);
    CREATE UNIQUE INDEX media_content ON media (entry, sha256) WHERE sha256 IS NOT NULL;
    CREATE INDEX media_claimed ON media (session) WHERE session IS NOT NULL;

    CREATE TABLE upload (
      media TEXT NOT NULL PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'stuck')),
      next_try_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      reason TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX upload_due ON upload (state, next_try_at, media);

    CREATE TABLE kept_metadata (
      media TEXT NOT NULL PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
      reason TEXT NOT NULL CHECK (trim(reason) <> ''),
      json TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- A number that changes when nothing else does: see Database.settle.
    CREATE TABLE settled (id INTEGER NOT NULL PRIMARY KEY, number INTEGER NOT NULL) STRICT;
    INSERT INTO settled VALUES (1, 0);
    """

  /// `rank` orders the media to upload: the time they were added, plus their size (see ``Query/insertUpload``).
  /// `session` has the lease on what is being sent. `resume_state` is what the destination that `destination`
  /// names needs in order to go on.
  private static let uploading = """
    ALTER TABLE upload ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE upload ADD COLUMN session INTEGER;
    ALTER TABLE upload ADD COLUMN destination TEXT;
    ALTER TABLE upload ADD COLUMN resume_state TEXT;
    UPDATE upload SET rank = (
      SELECT entry.created_at + min(media.bytes / 1000, 600000)
      FROM media JOIN entry ON entry.id = media.entry WHERE media.id = upload.media);
    CREATE INDEX upload_order ON upload (state, rank, media);
    CREATE INDEX upload_leased ON upload (session) WHERE session IS NOT NULL;

    -- When a destination has asked to be left alone, and for how long.
    CREATE TABLE pause (
      destination TEXT NOT NULL PRIMARY KEY,
      until INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
