/// Every statement that asks or changes rows.
///
/// All in one place, so that a test can have each explained: none may look at every row of a table.
enum Query: String, CaseIterable {
  // Adding.

  case insertEntry = """
    INSERT INTO entry (id, text, state, created_at, drop_id, session) VALUES (?1, ?2, 'adding', ?3, ?4, ?5)
    """
  case entryState = "SELECT state, session, drop_id FROM entry WHERE id = ?1"
  case entryOfDrop = "SELECT id, state, session FROM entry WHERE drop_id = ?1"
  case sameContent = "SELECT id, session FROM media WHERE entry = ?1 AND sha256 = ?2"
  case insertMedia = """
    INSERT INTO media (id, entry, file, kind, source, bytes, sha256, width, height, removed, session)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
    """
  case insertKeptMetadata = "INSERT INTO kept_metadata (media, reason, json) VALUES (?1, ?2, ?3)"
  case sealMedia = "UPDATE media SET bytes = ?2, sha256 = ?3 WHERE id = ?1"
  case ownMedia = "UPDATE media SET session = NULL WHERE id = ?1"
  case insertUpload = """
    INSERT INTO upload (media, state, next_try_at, attempts) VALUES (?1, 'waiting', ?2, 0)
    """
  case insertUploadsOfEntry = """
    INSERT INTO upload (media, state, next_try_at, attempts)
    SELECT id, 'waiting', ?2, 0 FROM media WHERE entry = ?1
    """
  case openEntry = "UPDATE entry SET state = 'open', session = NULL WHERE id = ?1"
  case deleteMedia = "DELETE FROM media WHERE id = ?1"
  case deleteUnusedEntry = """
    DELETE FROM entry
    WHERE id = ?1 AND state = 'adding' AND NOT EXISTS (SELECT 1 FROM media WHERE media.entry = entry.id)
    """

  // Asking.

  case openEntries = """
    SELECT id, text, state, created_at FROM entry WHERE state IN ('open', 'finishing')
    ORDER BY created_at DESC, id DESC LIMIT ?1
    """
  case finishedEntries = """
    SELECT id, text, state, created_at FROM entry WHERE state = 'finished'
    ORDER BY created_at DESC, id DESC LIMIT ?1
    """
  case allEntries = """
    SELECT id, text, state, created_at FROM entry WHERE state <> 'adding'
    ORDER BY created_at DESC, id DESC LIMIT ?1
    """
  case entrySums = """
    SELECT count(*) FILTER (WHERE kind = 'photo'), count(*) FILTER (WHERE kind = 'movie'), sum(bytes),
      count(*) FILTER (WHERE upload.state IN ('waiting', 'sending')), count(*) FILTER (WHERE upload.state = 'stuck')
    FROM media LEFT JOIN upload ON upload.media = media.id
    WHERE media.entry = ?1 AND media.session IS NULL
    """
  case entry = "SELECT id, text, state, created_at FROM entry WHERE id = ?1 AND state <> 'adding'"
  case entriesByPrefix = """
    SELECT id FROM entry WHERE id >= ?1 AND id < ?1 || 'g' AND state <> 'adding' ORDER BY id LIMIT 2
    """
  case mediaOfEntry = """
    SELECT id, entry, file, kind, source, bytes, sha256, width, height, removed,
      upload.state, upload.next_try_at, upload.reason
    FROM media LEFT JOIN upload ON upload.media = media.id
    WHERE media.entry = ?1 AND media.session IS NULL ORDER BY id
    """
  case media = """
    SELECT id, entry, file, kind, source, bytes, sha256, width, height, removed,
      upload.state, upload.next_try_at, upload.reason
    FROM media LEFT JOIN upload ON upload.media = media.id WHERE media.id = ?1 AND media.session IS NULL
    """
  case keptMetadataOfEntry = """
    SELECT media, reason FROM media JOIN kept_metadata ON kept_metadata.media = media.id
    WHERE media.entry = ?1 AND media.session IS NULL ORDER BY media.id
    """
  case keptMetadata = """
    SELECT json FROM kept_metadata JOIN media ON media.id = kept_metadata.media
    WHERE media = ?1 AND media.session IS NULL
    """
  case nextToUpload = """
    SELECT id, entry, file, kind, source, bytes, sha256, width, height, removed,
      upload.state, upload.next_try_at, upload.reason
    FROM upload JOIN media ON media.id = upload.media
    WHERE upload.state = 'waiting' AND upload.next_try_at <= ?1
    ORDER BY upload.next_try_at, upload.media LIMIT 1
    """

  // Finishing.

  case claimsOfEntry = "SELECT id, session FROM media WHERE entry = ?1 AND session IS NOT NULL"
  case countToUpload = """
    SELECT count(*) FROM media JOIN upload ON upload.media = media.id WHERE media.entry = ?1
    """
  case filesOfEntry = "SELECT id, file FROM media WHERE entry = ?1 ORDER BY id"
  case beginFinishing = "UPDATE entry SET state = 'finishing' WHERE id = ?1"
  case deleteMediaOfEntry = "DELETE FROM media WHERE entry = ?1"
  case endFinishing = "UPDATE entry SET state = 'finished', finished_at = ?2 WHERE id = ?1"

  // Recovering.

  case claimSessions = "SELECT DISTINCT session FROM media WHERE session IS NOT NULL"
  case claimsOfSession =
    "SELECT id, entry, file, kind, bytes, sha256 FROM media WHERE session = ?1 ORDER BY id"
  case adoptClaim = "UPDATE media SET session = ?3 WHERE id = ?1 AND session = ?2"
  case entriesUnderWay =
    "SELECT id, state, session, drop_id FROM entry WHERE state IN ('adding', 'finishing')"
  case adoptEntry = "UPDATE entry SET session = ?3 WHERE id = ?1 AND session = ?2"
  case deleteEntry = "DELETE FROM entry WHERE id = ?1"

  case settle = "UPDATE settled SET number = number + 1 WHERE id = 1"

  // Checking.

  case entriesAfter = "SELECT id FROM entry WHERE id > ?1 ORDER BY id LIMIT 1000"
  case anyMedia = "SELECT entry, file, session FROM media WHERE id = ?1"
  case anyMediaOfEntry = "SELECT id, file, bytes, sha256, session FROM media WHERE entry = ?1 ORDER BY id"
}
