// Metadata events: the JSON in $$stream that deletes, truncates and restores a stream.
import { randomUUID } from 'node:crypto';
import { HIDE_ALL } from './stream.mjs';

export const METADATA_TYPE = '$metadata';

/** @param {string} stream */
export const metastreamOf = (stream) => `$$${stream}`;

/** The stream that a metadata stream is about; undefined for other streams. */
export const originalOf = (stream) => (stream.startsWith('$$') ? stream.slice(2) : undefined);

/** @param {Uint8Array} data */
export const parseMetadata = (data) => {
  try {
    const metadata = JSON.parse(Buffer.from(data).toString());
    return typeof metadata === 'object' && metadata !== null ? metadata : {};
  } catch {
    return {};
  }
};

/**
 * @param {object | Uint8Array} metadata
 * @returns {import('./record.mjs').Proposal}
 */
export const metadataEvent = (metadata) => ({
  id: randomUUID(),
  type: METADATA_TYPE,
  contentType: 'application/json',
  data: metadata instanceof Uint8Array ? metadata : Buffer.from(JSON.stringify(metadata)),
  customMetadata: new Uint8Array(),
});

/**
 * The metadata event that hides the events before a revision and leaves other metadata unchanged.
 * @param {object} metadata current metadata
 * @param {number | string} truncateBefore
 * @returns {import('./record.mjs').Proposal}
 */
export const truncation = (metadata, truncateBefore) => {
  const rest = JSON.stringify({ ...metadata, $tb: undefined }).slice(1);
  return metadataEvent(Buffer.from(`{"$tb":${truncateBefore}${rest === '}' ? '' : ','}${rest}`));
};

/** @param {object} metadata current metadata */
export const softDeletion = (metadata) => truncation(metadata, HIDE_ALL);
