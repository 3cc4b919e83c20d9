import { connect } from 'node:net';

/** The result of a scan; `finding` is the name that the scanner gives it, and is only logged. */
export type ScanResult = { isClean: true } | { isClean: false; finding: string };

/** Port to a scanner for malicious files, which checks every file before it is stored. */
export type FileScanner = {
  /** Shown in /readyz. */
  name: string;
  /** @throws ScannerUnavailable if there is no result; the file is then not stored */
  scan(content: Buffer): Promise<ScanResult>;
  /** @throws ScannerUnavailable if it does not answer */
  check(): Promise<void>;
};

/** The scanner did not answer, or gave up. */
export class ScannerUnavailable extends Error {
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
const MAX_RESPONSE_LENGTH = 4096;

/** Sends one command of the clamd protocol with its data. Returns the answer up to the zero byte that ends it. */
const sendCommand = (
  { host, port }: { host: string; port: number },
  command: readonly Uint8Array[],
  timeoutMs: number,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let response = '';
    const fail = (reason: string) => {
      socket.destroy();
      reject(new ScannerUnavailable(`clamd at ${host}:${port}: ${reason}`));
    };
    socket.setTimeout(timeoutMs, () => fail('no answer in time'));
    socket.on('error', (error) => fail(error.message));
    socket.on('close', () => fail('the connection ended before the answer'));
    socket.on('data', (data) => {
      response += data.toString('utf8');
      const end = response.indexOf('\0');
      if (end < 0 && response.length < MAX_RESPONSE_LENGTH) return;
      socket.removeAllListeners('close').destroy();
      if (end < 0) fail('an answer without an end');
      else resolve(response.slice(0, end));
    });
    socket.on('connect', () => {
      for (const bytes of command) socket.write(bytes);
    });
  });

const toLengthPrefix = (byteCount: number): Buffer => {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(byteCount);
  return prefix;
};

/** The command INSTREAM: the content in chunks, each preceded by its length, and an empty one at the end. */
const toStreamCommand = (content: Buffer): Buffer[] => {
  const parts: Buffer[] = [Buffer.from('zINSTREAM\0')];
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    const chunk = content.subarray(at, at + CHUNK_BYTES);
    parts.push(toLengthPrefix(chunk.length), chunk);
  }
  return [...parts, toLengthPrefix(0)];
};

/**
 * The daemon of ClamAV over TCP. Its StreamMaxLength must be at least 100 MB, the size of the largest picture; a file
 * that it does not scan completely is not stored.
 */
export const clamd = (address: { host: string; port: number }, timeoutMs = TIMEOUT_MS): FileScanner => ({
  name: 'clamd',
  async scan(content) {
    const response = await sendCommand(address, toStreamCommand(content), timeoutMs);
    if (response === 'stream: OK') return { isClean: true };
    const finding = /^stream: (.+) FOUND$/.exec(response)?.[1];
    if (finding === undefined) throw new ScannerUnavailable(`clamd at ${address.host}:${address.port}: ${response}`);
    return { isClean: false, finding };
  },
  async check() {
    const response = await sendCommand(address, [Buffer.from('zPING\0')], Math.min(timeoutMs, CHECK_MS));
    if (response !== 'PONG') throw new ScannerUnavailable(`clamd at ${address.host}:${address.port}: ${response}`);
  },
});

/** The scanner that the operator has configured (CLAMD_URL), or none. */
export const scannerAt = (address: { host: string; port: number } | undefined): FileScanner =>
  address ? clamd(address) : noScanner;
