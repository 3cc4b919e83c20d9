// Streams/Delete, after which a stream can be created again, and Streams/Tombstone, which is permanent.
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expectedOf } from './append-call.mjs';
import { deleteConflict, streamDeleted } from './failures.mjs';
import { metastreamOf, softDeletion } from './metadata.mjs';
import { nameOf, tombstone } from './record.mjs';

const { DeleteResp, TombstoneResp } = streams;

/** Expected revisions as numbers in the trailers of a failed delete. */
const numberOf = { no_stream: -1, any: -2, stream_exists: -4 };

const verdictOf = (stream, expected) => {
  const { last } = stream;
  if (expected === 'any') return { kind: 'write' };
  const isMet = expected === 'stream_exists' ? last >= 0 : (expected === 'no_stream' ? -1 : expected) === last;
  return isMet ? { kind: 'write' } : { kind: 'conflict', actual: last };
};

const run = async ({ writer, access }, call, callback, { decide, eventsOf, Response }) => {
  const options = call.request.getOptions();
  const name = nameOf(options.getStreamIdentifier());
  try {
    access.check(call, '$d', name);
  } catch (error) {
    return callback(error);
  }
  const expected = expectedOf(options);
  const stream = () => writer.log.stream(name);
  const verdict = await writer.write(
    () => (writer.log.isTombstoned(name) ? { kind: 'deleted' } : decide(stream(), expected)),
    () => [eventsOf(stream())],
  );
  if (verdict.kind === 'deleted') return callback(streamDeleted(name));
  if (verdict.kind === 'conflict')
    return callback(deleteConflict(name, numberOf[expected] ?? expected, verdict.actual));
  const position = new Response.Position();
  position.setCommitPosition(String(verdict.records[0].position));
  position.setPreparePosition(String(verdict.records[0].position));
  const response = new Response();
  response.setPosition(position);
  return callback(null, response);
};

/** @typedef {{ check(call: object, right: '$d', stream: string): void }} Access */

/**
 * @param {import('./writer.mjs').Writer} writer
 * @param {Access} access
 */
export const deleteCall = (writer, access) => (call, callback) =>
  run({ writer, access }, call, callback, {
    decide: (stream, expected) => (stream.last < 0 ? { kind: 'conflict', actual: -1 } : verdictOf(stream, expected)),
    eventsOf: ({ name, metadata }) => ({ stream: metastreamOf(name), proposal: softDeletion(metadata) }),
    Response: DeleteResp,
  });

/**
 * @param {import('./writer.mjs').Writer} writer
 * @param {Access} access
 */
export const tombstoneCall = (writer, access) => (call, callback) =>
  run({ writer, access }, call, callback, {
    decide: verdictOf,
    eventsOf: ({ name }) => ({ stream: name, proposal: tombstone() }),
    Response: TombstoneResp,
  });
