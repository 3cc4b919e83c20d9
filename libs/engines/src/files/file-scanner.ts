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
