// A recorded event, stored as the bytes that reads and subscriptions send.
import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const { ReadResp } = streams;
const { UUID, StreamIdentifier } = shared;

/**
 * @typedef {object} Proposal An event that a client wants to append.
 * @property {string} id GUID, lower case with dashes
 * @property {string} type
 * @property {string} contentType
 * @property {Uint8Array} data
 * @property {Uint8Array} customMetadata empty for none
 * @property {boolean} [final] whether it ends its stream permanently
 *
 * @typedef {object} Record
 * @property {number} position commit and prepare position
 * @property {string} stream
 * @property {number} revision
 * @property {string} type
 * @property {string} id
 * @property {Uint8Array} wire the serialized ReadResp
 */

/** Revision of a tombstone, 2^63-1: above the safe integers, so it is a string where it must be exact. */
const TOMBSTONE_REVISION = '9223372036854775807';

/** @param {Record} record */
export const isTombstone = ({ revision }) => revision === Number(TOMBSTONE_REVISION);

/** @returns {Proposal} */
export const tombstone = () => ({
  id: randomUUID(),
  type: '$streamDeleted',
  contentType: 'application/octet-stream',
  data: new Uint8Array(),
  customMetadata: new Uint8Array(),
  final: true,
});

/** @param {string} stream */
export const identifierOf = (stream) => {
  const identifier = new StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
};

/** @param {shared.StreamIdentifier} identifier */
export const nameOf = (identifier) => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

/**
 * @param {{ stream: string, revision: number, position: number, created: Date, proposal: Proposal }} recorded
 * @returns {Record}
 */
export const encodeRecord = ({ stream, revision, position, created, proposal }) => {
  const event = new ReadResp.ReadEvent.RecordedEvent();
  const id = new UUID();
  id.setString(proposal.id);
  event.setId(id);
  event.setStreamIdentifier(identifierOf(stream));
  const exactRevision = proposal.final ? TOMBSTONE_REVISION : String(revision);
  event.setStreamRevision(exactRevision);
  event.setCommitPosition(String(position));
  event.setPreparePosition(String(position));
  event
    .getMetadataMap()
    .set('type', proposal.type)
    .set('created', `${created.getTime()}0000`)
    .set('content-type', proposal.contentType);
  event.setCustomMetadata(proposal.customMetadata);
  event.setData(proposal.data);
  const readEvent = new ReadResp.ReadEvent();
  readEvent.setEvent(event);
  readEvent.setCommitPosition(String(position));
  const response = new ReadResp();
  response.setEvent(readEvent);
  return {
    position,
    stream,
    revision: Number(exactRevision),
    type: proposal.type,
    id: proposal.id,
    wire: response.serializeBinary(),
  };
};

/**
 * @param {Uint8Array} wire
 * @returns {Record}
 */
export const decodeRecord = (wire) => {
  const event = ReadResp.deserializeBinary(wire).getEvent().getEvent();
  return {
    position: Number(event.getCommitPosition()),
    stream: nameOf(event.getStreamIdentifier()),
    revision: Number(event.getStreamRevision()),
    type: event.getMetadataMap().get('type'),
    id: event.getId().getString(),
    wire,
  };
};

/** @param {Record} record */
export const dataOf = ({ wire }) => ReadResp.deserializeBinary(wire).getEvent().getEvent().getData_asU8();
