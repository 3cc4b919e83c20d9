// Streams/Read: a bounded read of a stream or of the whole log, or, with the subscription option, an unbounded one.
import { Readable } from 'node:stream';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { AllSubscription } from './all-subscription.mjs';
import { deliver } from './delivery.mjs';
import { handlerFailed, streamDeleted, unexpectedResult } from './failures.mjs';
import { filterOf } from './filter.mjs';
import { identifierOf, nameOf } from './record.mjs';
import { StreamSubscription } from './stream-subscription.mjs';

const { ReadReq, ReadResp } = streams;
const BACKWARDS = ReadReq.Options.ReadDirection.BACKWARDS;

/**
 * @param {import('./writer.mjs').Writer} writer
 * @param {{ check(call: object, right: '$r', stream: string): void }} access
 */
export const readCall = (writer, access) => (call) => {
  try {
    const options = call.request.getOptions();
    access.check(call, '$r', options.hasAll() ? '$all' : nameOf(options.getStream().getStreamIdentifier()));
    if (options.hasSubscription()) deliver(call, writer, subscriptionOf(writer, options));
    else Readable.from(options.hasAll() ? allRecords(writer, options) : streamRecords(writer, options)).pipe(call);
  } catch (error) {
    call.emit('error', error.code === undefined ? handlerFailed() : error);
  }
};

const subscriptionOf = ({ log, line }, options) =>
  options.hasAll()
    ? new AllSubscription(log, line, options.getAll(), filterOf(options.getFilter()))
    : new StreamSubscription(log, line, options.getStream());

/** Serialized records from an index on, in the direction of the read. */
function* wires(records, from, { backwards, count, until = 0 }) {
  const step = backwards ? -1 : 1;
  for (
    let index = from, sentCount = 0;
    index >= until && index < records.length && sentCount < count;
    index += step, sentCount += 1
  )
    yield records[index].wire;
}

const bounds = (options) => ({
  backwards: options.getReadDirection() === BACKWARDS,
  count: Number(options.getCount()),
});

const streamRecords = ({ log, line: { explainsRefusedReads } }, options) => {
  const source = options.getStream();
  const name = nameOf(source.getStreamIdentifier());
  const { backwards, count } = bounds(options);
  if (name === '') throw handlerFailed();
  const refusalReason =
    count === 0
      ? "maxCount should be positive. (Parameter 'maxCount')"
      : source.hasEnd() && !backwards
        ? "fromEventNumber should be non negative. (Parameter 'fromEventNumber')"
        : null;
  if (refusalReason !== null)
    throw unexpectedResult('ReadStreamResult', explainsRefusedReads ? refusalReason : undefined);
  if (log.isTombstoned(name)) throw streamDeleted(name);
  const stream = log.stream(name);
  if (stream.isMissing) return [streamNotFound(name)];
  const requestedRevision = source.hasStart() ? 0 : source.hasEnd() ? stream.last : Number(source.getRevision());
  const from = backwards ? Math.min(requestedRevision, stream.last) : Math.max(requestedRevision, stream.firstVisible);
  return wires(stream.records, from, { backwards, count, until: stream.firstVisible });
};

const streamNotFound = (name) => {
  const notFound = new ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifierOf(name));
  const response = new ReadResp();
  response.setStreamNotFound(notFound);
  return response;
};

const allRecords = ({ log, line }, options) => {
  const source = options.getAll();
  const { backwards, count } = bounds(options);
  if (count === 0) throw unexpectedResult('ReadAllResult');
  const from = source.hasStart() ? 0 : source.hasEnd() ? log.records.length : indexOf(log, line, source.getPosition());
  // A position precedes its record: it is inclusive forwards and exclusive backwards.
  return from === undefined ? [] : wires(log.records, backwards ? from - 1 : from, { backwards, count });
};

/** Index of the record at a position; undefined if newer lines return nothing for it. */
const indexOf = (log, { refusesPositionsInside }, position) => {
  const commit = Number(position.getCommitPosition());
  const { index, exact } = log.find(commit);
  if (exact || commit === 0 || commit >= log.end) return index;
  if (!refusesPositionsInside) return undefined;
  throw unexpectedResult('ReadAllResult');
};
