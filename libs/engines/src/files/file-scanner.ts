import { connect } from 'node:net';

/** The result of a scan; `finding` is the name that the scanner gives it, and is only logged. */
export type ScanResult = { isClean: true } | { isClean: false; finding: string };

/** Port to a scanner for malicious files, which checks every file before it is stored. */
export type FileScanner = {
  /** Shown in /readyz. */
  name: string;
  /** @throws ScannerAway if there is no result; the file is then not stored */
  scan(content: Buffer): Promise<ScanResult>;
  /** @throws ScannerAway if it does not answer */
  check(): Promise<void>;
};

/** The scanner did not answer, or gave up. */
export class ScannerAway extends Error {
  override name = 'ScannerAway';
}

/** Accepts every file, for an installation without a scanner (ADR-035). */
export const noScanner: FileScanner = {
  name: 'none',
  scan: () => Promise.resolve({ isClean: true }),
  check: () => Promise.resolve(),
};

const CHUNK_BYTES = 64 * 1024;
const TIMEOUT_MS = 20_000;
const CHECK_MS = 2_000;
/** Maximum length of an answer of clamd. */
const MAX_ANSWER = 4096;

/** Sends one command of the clamd protocol with its data. Returns the answer up to the zero byte that ends it. */
const sendCommand = (
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

/** The command INSTREAM: the content in chunks, each preceded by its length, and an empty one at the end. */
const toStreamCommand = (content: Buffer): Buffer[] => {
  const parts: Buffer[] = [Buffer.from('zINSTREAM\0')];
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    const chunk = content.subarray(at, at + CHUNK_BYTES);
    parts.push(lengthOf(chunk.length), chunk);
  }
  return [...parts, lengthOf(0)];
};

/**
 * The daemon of ClamAV over TCP. Its StreamMaxLength must be at least 100 MB, the size of the largest picture; a file
 * that it does not scan completely is not stored.
 */
export const clamd = (place: { host: string; port: number }, timeoutMs = TIMEOUT_MS): FileScanner => ({
  name: 'clamd',
  async scan(content) {
    const answer = await sendCommand(place, toStreamCommand(content), timeoutMs);
    if (answer === 'stream: OK') return { isClean: true };
    const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    if (finding === undefined) throw new ScannerAway(`clamd at ${place.host}:${place.port}: ${answer}`);
    return { isClean: false, finding };
  },
  async check() {
    const answer = await sendCommand(place, [Buffer.from('zPING\0')], Math.min(timeoutMs, CHECK_MS));
    if (answer !== 'PONG') throw new ScannerAway(`clamd at ${place.host}:${place.port}: ${answer}`);
  },
});

/** The scanner that the operator has configured (CLAMD_URL), or none. */
export const scannerAt = (place: { host: string; port: number } | undefined): FileScanner =>
  place ? clamd(place) : noScanner;
