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
  // Oldest first, and small before large: a millisecond for each 1000 bytes, so that photos overtake the movie that
  // was added with them, and ten minutes at most, so that nothing is overtaken for ever.
  case insertUpload = """
    INSERT INTO upload (media, state, next_try_at, attempts, rank)
    SELECT id, 'waiting', ?2, 0, ?2 + min(bytes / 1000, 600000) FROM media WHERE id = ?1
    """
  case insertUploadsOfEntry = """
    INSERT INTO upload (media, state, next_try_at, attempts, rank)
    SELECT id, 'waiting', ?2, 0, ?2 + min(bytes / 1000, 600000) FROM media WHERE entry = ?1
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
  case uploadsInOrder = """
    SELECT id, entry, file, kind, source, bytes, sha256, width, height, removed,
      upload.state, upload.next_try_at, upload.reason, upload.attempts, upload.rank,
      upload.destination, upload.resume_state
    FROM upload JOIN media ON media.id = upload.media
    WHERE upload.state = ?1 AND (upload.rank, upload.media) > (?2, ?3)
    ORDER BY upload.rank, upload.media LIMIT ?4
    """
  case countUploads = "SELECT count(*) FROM upload WHERE state = ?1"
  case sumUploads = """
    SELECT sum(media.bytes) FROM upload JOIN media ON media.id = upload.media WHERE upload.state = 'waiting'
    """
  case uploadsOfEntry = """
    SELECT id, entry, file, kind, source, bytes, sha256, width, height, removed,
      upload.state, upload.next_try_at, upload.reason, upload.attempts, upload.rank,
      upload.destination, upload.resume_state
    FROM media JOIN upload ON upload.media = media.id WHERE media.entry = ?1 ORDER BY media.id
    """
  case earliestUpload = """
    SELECT upload.next_try_at
    FROM upload JOIN media ON media.id = upload.media JOIN entry ON entry.id = media.entry
    WHERE upload.state = 'waiting' AND entry.state = 'open' ORDER BY upload.next_try_at LIMIT 1
    """

  // Uploading.

  // What is due later than any delay reaches was put off before the clock was set back: it is due.
  case dueUpload = """
    SELECT media.id, media.entry, file, kind, source, bytes, sha256, width, height, removed,
      upload.state, upload.next_try_at, upload.reason, upload.attempts, upload.rank,
      upload.destination, upload.resume_state
    FROM upload JOIN media ON media.id = upload.media JOIN entry ON entry.id = media.entry
    WHERE upload.state = 'waiting' AND (upload.rank, upload.media) > (?2, ?3)
      AND (upload.next_try_at <= ?1 OR upload.next_try_at > ?1 + ?4) AND entry.state = 'open'
    ORDER BY upload.rank, upload.media LIMIT 1
    """
  case uploadOfMedia = """
    SELECT media.id, media.entry, file, kind, source, bytes, sha256, width, height, removed,
      upload.state, upload.next_try_at, upload.reason, upload.attempts, upload.rank,
      upload.destination, upload.resume_state
    FROM upload JOIN media ON media.id = upload.media JOIN entry ON entry.id = media.entry
    WHERE upload.media = ?1 AND upload.state <> 'sending' AND entry.state = 'open'
    """
  case leaseUpload = "UPDATE upload SET state = 'sending', session = ?2 WHERE media = ?1"
  case rememberUpload = """
    UPDATE upload SET destination = ?3, resume_state = ?4 WHERE media = ?1 AND session = ?2
    """
  case endUpload = """
    UPDATE upload SET state = ?3, session = NULL, next_try_at = ?4, attempts = ?5, reason = ?6
    WHERE media = ?1 AND session = ?2
    """
  case deleteUpload = "DELETE FROM upload WHERE media = ?1 AND session = ?2"
  case retryUpload = """
    UPDATE upload SET state = 'waiting', next_try_at = ?2, attempts = 0
    WHERE media = ?1 AND state IN ('waiting', 'stuck')
    """
  case leaseSessions = "SELECT DISTINCT session FROM upload WHERE session IS NOT NULL"
  case freeUploads =
    "UPDATE upload SET state = 'waiting', session = NULL WHERE session = ?1 AND state = 'sending'"
  case entryOfMedia = "SELECT entry FROM media WHERE id = ?1"
  case pause = "SELECT until, reason FROM pause WHERE destination = ?1"
  case setPause = """
    INSERT INTO pause VALUES (?1, ?2, ?3)
    ON CONFLICT (destination) DO UPDATE SET until = excluded.until, reason = excluded.reason
    """
  case endPause = "DELETE FROM pause WHERE destination = ?1"

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
