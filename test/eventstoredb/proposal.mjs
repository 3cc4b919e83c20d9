// Parses the events that a client proposes, for both kinds of append.

const GUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** An invalid proposal. The response depends on the kind of append. */
export class BadProposal extends Error {
  /**
   * @param {'id' | 'type' | 'metadata'} part
   * @param {string} message
   */
  constructor(part, message) {
    super(message);
    this.part = part;
  }
}

/** The eight bytes of a signed 64-bit number, in hexadecimal. */
const hexOf = (number) => BigInt.asUintN(64, BigInt(number)).toString(16).padStart(16, '0');

/** @param {import('@eventstore/db-client/generated/shared_pb.js').UUID} uuid */
export const guidOf = (uuid) => {
  if (!uuid?.hasStructured()) return uuid?.getString() ?? '';
  const structured = uuid.getStructured();
  return canonical(hexOf(structured.getMostSignificantBits()) + hexOf(structured.getLeastSignificantBits()));
};

const canonical = (guid) =>
  guid
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * @param {import('@eventstore/db-client/generated/streams_pb.js').BatchAppendReq.ProposedMessage} message
 * @returns {import('./record.mjs').Proposal}
 * @throws BadProposal
 */
export const proposalOf = (message) => {
  const id = guidOf(message.getId());
  if (!GUID.test(id)) throw new BadProposal('id', 'Unrecognized Guid format.');
  const type = message.getMetadataMap().get('type');
  const contentType = message.getMetadataMap().get('content-type');
  if (type === undefined || contentType === undefined)
    throw new BadProposal('metadata', "Value cannot be null. (Parameter 'value')");
  if (type === '') throw new BadProposal('type', "Empty eventType provided. (Parameter 'eventType')");
  return {
    id: canonical(id),
    type,
    contentType,
    data: message.getData_asU8(),
    customMetadata: message.getCustomMetadata_asU8(),
  };
};
