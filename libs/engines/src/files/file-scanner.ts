import { connect } from 'node:net';

/** What a scan finds; `finding` is the scanner's own name for it, for the log alone. */
export type ScanResult = { isClean: true } | { isClean: false; finding: string };

/** Port to whatever looks for malicious files. It sees every file before it is stored. */
export type FileScanner = {
  /** Said in /readyz. */
  name: string;
  /** @throws ScannerAway when it cannot tell: such a file is not taken. */
  scan(content: Buffer): Promise<ScanResult>;
  /** @throws ScannerAway when it does not answer. */
  check(): Promise<void>;
};

/** The scanner did not answer, or gave up. */
export class ScannerAway extends Error {
  override name = 'ScannerAway';
}

/** Takes every file as it is: an installation names its scanner itself (ADR-035). */
export const noScanner: FileScanner = {
  name: 'none',
  scan: () => Promise.resolve({ isClean: true }),
  check: () => Promise.resolve(),
};

const CHUNK_BYTES = 64 * 1024;
const TIMEOUT_MS = 20_000;
const CHECK_MS = 2_000;
/** No answer of clamd is longer. */
const MAX_ANSWER = 4096;

/** One command of clamd's protocol with what belongs to it: its answer, up to the zero byte that ends it. */
const ask = (
  { host, port }: { host: string; port: number },
  send: readonly Uint8Array[],
  timeoutMs: number,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let answer = '';
    const away = (why: string) => {
      socket.destroy();
      reject(new ScannerAway(`clamd at ${host}:${port}: ${why}`));
    };
    socket.setTimeout(timeoutMs, () => away('no answer in time'));
    socket.on('error', (error) => away(error.message));
    socket.on('close', () => away('the connection ended before the answer'));
    socket.on('data', (data) => {
      answer += data.toString('utf8');
      const end = answer.indexOf('\0');
      if (end < 0 && answer.length < MAX_ANSWER) return;
      socket.removeAllListeners('close').destroy();
      if (end < 0) away('an answer without an end');
      else resolve(answer.slice(0, end));
    });
    socket.on('connect', () => {
      for (const bytes of send) socket.write(bytes);
    });
  });

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};

/** INSTREAM: the content in chunks, each behind its length, and an empty one. */
const streamed = (content: Buffer): Buffer[] => {
  const parts: Buffer[] = [Buffer.from('zINSTREAM\0')];
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    const chunk = content.subarray(at, at + CHUNK_BYTES);
    parts.push(lengthOf(chunk.length), chunk);
  }
  return [...parts, lengthOf(0)];
};

/**
 * ClamAV's daemon over TCP. Its StreamMaxLength must be at least the 100 MB of a picture; what it does not scan to the
 * end is not taken.
 */
export const clamd = (place: { host: string; port: number }, timeoutMs = TIMEOUT_MS): FileScanner => ({
  name: 'clamd',
  async scan(content) {
    const answer = await ask(place, streamed(content), timeoutMs);
    if (answer === 'stream: OK') return { isClean: true };
    const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    if (finding === undefined) throw new ScannerAway(`clamd at ${place.host}:${place.port}: ${answer}`);
    return { isClean: false, finding };
  },
  async check() {
    const answer = await ask(place, [Buffer.from('zPING\0')], Math.min(timeoutMs, CHECK_MS));
    if (answer !== 'PONG') throw new ScannerAway(`clamd at ${place.host}:${place.port}: ${answer}`);
  },
});

/** The scanner that an operator names (CLAMD_URL), or none. */
export const scannerAt = (place: { host: string; port: number } | undefined): FileScanner =>
  place ? clamd(place) : noScanner;
