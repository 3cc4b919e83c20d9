// The check of the expected revision that a node makes before it writes.

/**
 * A revision or a keyword.
 * @typedef {number | 'any' | 'no_stream' | 'stream_exists'} Expected
 *
 * @typedef {{ kind: 'write' }
 *   | { kind: 'replay', last: import('./record.mjs').Record } the same ids were written before: repeat the first response
 *   | { kind: 'conflict', actual: number } the revision of the stream, -1 if it is missing
 *   | { kind: 'deleted' }} Verdict
 */

/**
 * @param {import('./log.mjs').Log} log
 * @param {string} name of the stream
 * @param {Expected} expected
 * @param {string[]} ids
 * @returns {Verdict}
 */
export const check = (log, name, expected, ids) => {
  const stream = log.stream(name);
  const conflict = { kind: 'conflict', actual: stream.last };
  if (log.isTombstoned(name)) return { kind: 'deleted' };
  if (expected === 'stream_exists' && stream.isSoftDeleted) return { kind: 'deleted' };
  if (expected === 'stream_exists' && stream.last < 0) return conflict;
  if (expected === 'any' || expected === 'stream_exists') return checkByRecentIds(log, name, ids) ?? conflict;
  const revision = expected === 'no_stream' ? -1 : expected;
  if (revision === stream.last) return { kind: 'write' };
  if (revision > stream.last) return conflict;
  return checkByRevision(stream, revision, ids) ?? conflict;
};

/** Without a revision a repeated append is recognised by recent ids only, which do not survive a restart. */
const checkByRecentIds = (log, name, ids) => {
  const writtenRecords = ids
    .map((id) => log.recentIds.get(id))
    .map((record) => (record?.stream === name ? record : undefined));
  if (writtenRecords[0] === undefined) return { kind: 'write' };
  return writtenRecords.includes(undefined) ? undefined : { kind: 'replay', last: writtenRecords.at(-1) };
};

/** With a revision a repeated append is recognised by the events that follow this revision in the stream. */
const checkByRevision = (stream, revision, ids) => {
  const writtenRecords = stream.records.slice(revision + 1, revision + 1 + ids.length);
  const matches = ids.map((id, i) => writtenRecords[i]?.id === id);
  if (ids.length > 0 && matches.every(Boolean)) return { kind: 'replay', last: writtenRecords.at(-1) };
  return revision === -1 && stream.isSoftDeleted && !matches[0] ? { kind: 'write' } : undefined;
};
