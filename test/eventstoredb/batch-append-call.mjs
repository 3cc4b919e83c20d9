// Streams/BatchAppend: one call for all appends of a client, each in chunks with a correlation id.
import { status } from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { batchConflict, batchFailure, batchSuccess } from './batch-responses.mjs';
import { sizeOf } from './lines.mjs';
import { BadProposal, guidOf, proposalOf } from './proposal.mjs';
import { nameOf } from './record.mjs';

const { ExpectedStreamPositionCase } = streams.BatchAppendReq.Options;

/** A node sends a second response to a malformed append, which breaks the official client. */
const SECOND_RESPONSE_MS = 2_000;

/** @returns {import('./expected-revision.mjs').Expected} */
const expectedOf = (options) => {
  switch (options.getExpectedStreamPositionCase()) {
    case ExpectedStreamPositionCase.STREAM_POSITION:
      return Number(options.getStreamPosition());
    case ExpectedStreamPositionCase.NO_STREAM:
      return 'no_stream';
    case ExpectedStreamPositionCase.STREAM_EXISTS:
      return 'stream_exists';
    default:
      return 'any';
  }
};

/** The chunks of one append that have been received so far. */
class PartialAppend {
  proposals = [];
  /** The refusal has been sent; later chunks are ignored. */
  isRefused = false;

  constructor(line, correlationId, options) {
    this.line = line;
    this.correlationId = correlationId;
    this.stream = nameOf(options?.getStreamIdentifier());
    this.expected = options ? expectedOf(options) : 'any';
    this.deadline = options?.getDeadline()?.toDate();
  }

  /**
   * @returns {{ code: number, name: string, detail?: string | number, twice?: boolean } | undefined} why the append is
   * refused
   */
  add(messages) {
    if (this.stream === '') return badRequest("Value cannot be null or empty. (Parameter 'eventStreamId')");
    try {
      for (const message of messages) this.proposals.push(proposalOf(message));
    } catch (error) {
      if (error instanceof BadProposal) return { ...badRequest(error.message), twice: error.part !== 'metadata' };
      throw error;
    }
    const size = this.proposals.reduce((sum, proposal) => sum + sizeOf(this.line, proposal), 0);
    const { maxAppendSize } = this.line;
    if (size > maxAppendSize)
      return { code: status.INVALID_ARGUMENT, name: 'MaximumAppendSizeExceeded', detail: maxAppendSize };
    return undefined;
  }
}

const badRequest = (detail) => ({ code: status.INVALID_ARGUMENT, name: 'BadRequest', detail });
const timeout = { code: status.DEADLINE_EXCEEDED, name: 'Timeout' };
const deleted = { code: status.NOT_FOUND, name: 'StreamDeleted' };

const denied = { code: status.PERMISSION_DENIED, name: 'AccessDenied' };

/**
 * @param {import('./writer.mjs').Writer} writer
 * @param {{ check(call: object, right: '$w', stream: string): void }} access
 */
export const batchAppendCall = (writer, access) => (call) => {
  /** @type {Map<string, PartialAppend>} */
  const partialAppends = new Map();
  const respond = (response) => call.cancelled || call.write(response);

  const finish = async (append) => {
    if (append.deadline !== undefined && append.deadline <= new Date()) return respond(batchFailure(append, timeout));
    const verdict = await writer.append(append);
    if (verdict.kind === 'deleted') return respond(batchFailure(append, deleted));
    if (verdict.kind === 'conflict') return respond(batchConflict(append, verdict.actual));
    return respond(batchSuccess(append, verdict.last, writer.log.stream(append.stream).last));
  };

  call.on('data', (request) => {
    const correlationId = guidOf(request.getCorrelationId());
    const append =
      partialAppends.get(correlationId) ?? new PartialAppend(writer.line, correlationId, request.getOptions());
    let refusal = append.isRefused ? undefined : append.add(request.getProposedMessagesList());
    try {
      if (!append.isRefused) access.check(call, '$w', append.stream);
    } catch (error) {
      if (error.code === status.UNAUTHENTICATED) return call.emit('error', error); // ends the whole call
      refusal = denied;
    }
    if (refusal !== undefined) {
      append.isRefused = true;
      respond(batchFailure(append, refusal));
      if (refusal.twice)
        setTimeout(() => respond(batchFailure(append, timeout, { structuredId: true })), SECOND_RESPONSE_MS).unref();
    }
    if (!request.getIsFinal()) partialAppends.set(correlationId, append);
    else {
      partialAppends.delete(correlationId);
      if (!append.isRefused) void finish(append);
    }
  });
  call.on('end', () => call.end());
};
