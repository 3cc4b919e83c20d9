// The responses of Streams/BatchAppend. An error is a google.rpc.Status in the message; the call stays open.
import { status } from '@grpc/grpc-js';
import anys from 'google-protobuf/google/protobuf/any_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { identifierOf } from './record.mjs';

const { Any } = anys;
const { Empty } = empties;
const { BatchAppendResp } = streams;
const {
  AccessDenied,
  AllStreamPosition,
  BadRequest,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  Timeout,
  UUID,
  WrongExpectedVersion,
} = shared;

/** @typedef {{ correlationId: string, stream: string, expected: import('./expected-revision.mjs').Expected }} Append */

const structuredUuid = (guid) => {
  const hex = guid.replaceAll('-', '');
  const uuid = new UUID.Structured();
  uuid.setMostSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`)).toString());
  uuid.setLeastSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(16)}`)).toString());
  return uuid;
};

const responseTo = ({ correlationId, stream }, structuredId = false) => {
  const id = new UUID();
  if (structuredId) id.setStructured(structuredUuid(correlationId));
  else id.setString(correlationId);
  const response = new BatchAppendResp();
  response.setCorrelationId(id);
  response.setStreamIdentifier(identifierOf(stream));
  return response;
};

const withError = (response, code, name, details) => {
  const any = new Any();
  any.pack(details.serializeBinary(), `event_store.client.${name}`, 'type.googleapis.com/');
  const error = new statuses.Status();
  error.setCode(code);
  error.setMessage(name);
  error.setDetails(any);
  response.setError(error);
  return response;
};

const detailsOf = {
  StreamDeleted: ({ stream }) => {
    const details = new StreamDeleted();
    details.setStreamIdentifier(identifierOf(stream));
    return details;
  },
  MaximumAppendSizeExceeded: (_append, size) => {
    const details = new MaximumAppendSizeExceeded();
    details.setMaxappendsize(size);
    return details;
  },
  BadRequest: (_append, message) => {
    const details = new BadRequest();
    details.setMessage(message);
    return details;
  },
  Timeout: () => new Timeout(),
  AccessDenied: () => new AccessDenied(),
};

/**
 * @param {Append} append
 * @param {{ code: number, name: keyof typeof detailsOf, detail?: string | number }} failure
 */
export const batchFailure = (append, { code, name, detail }, { structuredId = false } = {}) =>
  withError(responseTo(append, structuredId), code, name, detailsOf[name](append, detail));

/**
 * @param {Append} append
 * @param {number} actual revision of the stream, -1 if it is missing
 */
export const batchConflict = (append, actual) => {
  const details = new WrongExpectedVersion();
  if (actual < 0) details.setCurrentNoStream(new Empty());
  else details.setCurrentStreamRevision(String(actual));
  if (append.expected === 'any') details.setExpectedAny(new Empty());
  else if (append.expected === 'no_stream') details.setExpectedNoStream(new Empty());
  else if (append.expected === 'stream_exists') details.setExpectedStreamExists(new Empty());
  else details.setExpectedStreamPosition(String(append.expected));
  return withError(responseTo(append), status.ALREADY_EXISTS, 'WrongExpectedVersion', details);
};

/**
 * @param {Append} append
 * @param {import('./record.mjs').Record | undefined} record undefined for an empty append
 * @param {number} current revision of the stream
 */
export const batchSuccess = (append, record, current) => {
  const success = new BatchAppendResp.Success();
  const revision = record?.revision ?? current;
  if (revision < 0) success.setNoStream(new Empty());
  else success.setCurrentRevision(String(revision));
  if (record === undefined) success.setNoPosition(new Empty());
  else {
    const position = new AllStreamPosition();
    position.setCommitPosition(String(record.position));
    position.setPreparePosition(String(record.position));
    success.setPosition(position);
  }
  const response = responseTo(append);
  response.setSuccess(success);
  return response;
};
