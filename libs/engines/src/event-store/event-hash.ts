import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import type { StoredEvent } from './event-log.js';

type Hashed = Omit<StoredEvent, 'hash'>;

/**
 * SHA-256 (hex) over the canonical JSON of { id, stream, revision, type, data, metadata without hash }.
 * `data` and `metadata` must be canonical already: their text is put in place, in the order of member names.
 */
export const hashOf = ({ data, id, metadata, revision, stream, type }: Hashed): string =>
  hash(
    'sha256',
    `{"data":${data},"id":${JSON.stringify(id)},"metadata":${metadata},"revision":${revision},"stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}}`,
  );

/** The same hash for an event as it was found, whatever order of members its engine gives back. */
export const hashAsFound = (event: Hashed): string =>
  hashOf({
    ...event,
    data: canonicalJson(JSON.parse(event.data)),
    metadata: canonicalJson(JSON.parse(event.metadata)),
  });
