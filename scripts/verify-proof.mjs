// Verifies the proof of the history of a consignment outside of the platform: plain Node 18 or newer, no dependencies.
//
// node scripts/verify-proof.mjs proof.json [earlier-proof.json]
//
// A proof contains the events of one stream as stored in the log, with sealed personal data. Each event contains the
// hash of the one before it, and its own hash is SHA-256 over the canonical JSON (RFC 8785) of { data, id, metadata,
// revision, stream, type }. Computing the hashes again from the first event detects every change, insertion and
// removal. A chain alone cannot show that its newest events were removed: keep an earlier proof and pass it as the
// second file, or compare the last hash with one that was written down. Exit code: 0 proven, 1 not proven, 2 the files
// could not be read.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const START = '0'.repeat(64);

/**
 * Canonical JSON (RFC 8785). JSON.stringify writes strings and numbers as required; members are sorted by UTF-16 units.
 */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`;
};

const hashOf = ({ data, id, metadata, revision, stream, type }) =>
  createHash('sha256').update(canonical({ data, id, metadata, revision, stream, type })).digest('hex');

/** The mistake in a proof, or null. */
const problemOf = ({ stream, events, headHash }) => {
  let previous = START;
  for (const [revision, event] of events.entries()) {
    const eventLabel = `event ${event.id} (revision ${event.revision}, ${event.type})`;
    if (event.stream !== stream) return `${eventLabel} belongs to another stream`;
    if (event.revision !== revision) return `revision ${revision} is missing`;
    if (hashOf(event) !== event.hash) return `${eventLabel} is not what its hash says`;
    if (event.metadata?.previousHash !== previous) return `${eventLabel} does not follow the event before it`;
    previous = event.hash;
  }
  return previous === headHash ? null : 'the last hash is not the one the proof states';
};

/** The difference from an earlier proof whose events are not in this one, or null. */
const departureFrom = (earlier, { stream, events }) => {
  if (earlier.stream !== stream) return 'the earlier proof is of another stream';
  const missingEvent = earlier.events.find(({ revision, hash }) => events[revision]?.hash !== hash);
  return missingEvent
    ? `revision ${missingEvent.revision} (${missingEvent.type}) of the earlier proof is gone or different`
    : null;
};

const read = async (file) => {
  const proof = JSON.parse(await readFile(file, 'utf8'));
  if (proof.format !== 'consign-proof/1' || !Array.isArray(proof.events))
    throw new Error(`${file} is no proof of the format consign-proof/1`);
  return proof;
};

const [file, earlierFile] = process.argv.slice(2);
if (!file) {
  process.stderr.write('usage: node scripts/verify-proof.mjs proof.json [earlier-proof.json]\n');
  process.exit(2);
}
try {
  const proof = await read(file);
  const earlier = earlierFile ? await read(earlierFile) : null;
  const problem = problemOf(proof) ?? (earlier && (problemOf(earlier) ?? departureFrom(earlier, proof)));
  if (problem) {
    process.stderr.write(`NOT PROVEN  ${proof.stream}: ${problem}\n`);
    process.exit(1);
  }
  process.stdout.write(`PROVEN  ${proof.stream}: ${proof.events.length} events, none changed, inserted or removed\n`);
  process.stdout.write(`last hash  ${proof.headHash}\n`);
  if (earlier) process.stdout.write(`continues the earlier proof of ${earlier.events.length} events\n`);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exit(2);
}
