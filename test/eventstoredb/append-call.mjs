// Streams/Append: one append per call. The client uses it for appends with credentials.
import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { handlerFailed, missingMetadata, streamDeleted, tooBig } from './failures.mjs';
import { BadProposal, proposalOf } from './proposal.mjs';
import { sizeOf } from './lines.mjs';
import { nameOf } from './record.mjs';

const { AppendReq, AppendResp } = streams;
const { Empty } = shared;
const { ExpectedStreamRevisionCase } = AppendReq.Options;

/**
 * The expected revision of an append, a delete or a tombstone.
 * @returns {import('./expected-revision.mjs').Expected}
 */
export const expectedOf = (options) => {
  switch (options.getExpectedStreamRevisionCase()) {
    case ExpectedStreamRevisionCase.REVISION:
      return Number(options.getRevision());
    case ExpectedStreamRevisionCase.NO_STREAM:
      return 'no_stream';
    case ExpectedStreamRevisionCase.STREAM_EXISTS:
      return 'stream_exists';
    default:
      return 'any';
  }
};

/**
 * @param {import('./writer.mjs').Writer} writer
 * @param {{ check(call: object, right: '$w', stream: string): void }} access
 */
export const appendCall = (writer, access) => (call, callback) => {
  let options;
  let size = 0;
  const proposals = [];
  let hasFailed = false;
  const fail = (error) => {
    hasFailed = true;
    callback(error);
  };
  call.on('data', (request) => {
    if (hasFailed) return;
    if (request.hasOptions()) options = request.getOptions();
    else {
      try {
        const proposal = proposalOf(request.getProposedMessage());
        proposals.push(proposal);
        size += sizeOf(writer.line, proposal);
        if (size > writer.line.maxAppendSize) fail(tooBig(writer.line.maxAppendSize));
      } catch (error) {
        fail(error instanceof BadProposal && error.part === 'metadata' ? missingMetadata() : handlerFailed());
      }
    }
  });
  call.on('end', async () => {
    if (hasFailed) return;
    const stream = nameOf(options?.getStreamIdentifier());
    if (stream === '') return fail(handlerFailed());
    try {
      access.check(call, '$w', stream);
    } catch (error) {
      return fail(error);
    }
    const expected = expectedOf(options);
    const verdict = await writer.append({ stream, expected, proposals });
    if (verdict.kind === 'deleted') fail(streamDeleted(stream));
    else
      callback(
        null,
        verdict.kind === 'conflict'
          ? conflictResponse(expected, verdict.actual)
          : successResponse(verdict.last, writer.log.stream(stream).last),
      );
  });
};

const conflictResponse = (expected, actual) => {
  const conflict = new AppendResp.WrongExpectedVersion();
  if (actual < 0) conflict.setCurrentNoStream(new Empty());
  else conflict.setCurrentRevision(String(actual));
  if (expected === 'any') conflict.setExpectedAny(new Empty());
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new Empty());
  else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new Empty());
  else conflict.setExpectedRevision(String(expected));
  const response = new AppendResp();
  response.setWrongExpectedVersion(conflict);
  return response;
};

/** An empty append has no record, so its response contains the current revision of the stream. */
const successResponse = (record, current) => {
  const success = new AppendResp.Success();
  const revision = record?.revision ?? current;
  if (revision < 0) success.setNoStream(new Empty());
  else success.setCurrentRevision(String(revision));
  if (record === undefined) success.setNoPosition(new Empty());
  else {
    const position = new AppendResp.Position();
    position.setCommitPosition(String(record.position));
    position.setPreparePosition(String(record.position));
    success.setPosition(position);
  }
  const response = new AppendResp();
  response.setSuccess(success);
  return response;
};
