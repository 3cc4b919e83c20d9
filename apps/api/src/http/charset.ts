import { problem, RuleBroken, type Problem as RuleProblem } from '#domain/rules';
import { textCharacterProblems } from '#domain/text';
import { Problem } from './problem.js';

/** Supported charsets of requests. GBK and GB2312 are decoded as GB18030, which contains both. */
export type Charset = 'utf-8' | 'utf-16' | 'utf-16le' | 'utf-16be' | 'gb18030';

const CHARSETS: Record<string, Charset> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  gb18030: 'gb18030',
  gbk: 'gb18030',
  'x-gbk': 'gb18030',
  gb2312: 'gb18030',
  gb_2312: 'gb18030',
  'gb_2312-80': 'gb18030',
  csgb2312: 'gb18030',
  cp936: 'gb18030',
  ms936: 'gb18030',
  'windows-936': 'gb18030',
};

/** @throws Problem 415 for a charset that is not supported */
export const findCharset = (label: string): Charset => {
  const charset = CHARSETS[label.trim().toLowerCase()];
  if (charset === undefined) throw Problem.charsetUnknown();
  return charset;
};

/** The charset in a Content-Type, or null if it has none. @throws Problem 415 */
export const charsetOf = (contentType: string | undefined): Charset | null => {
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType ?? '');
  const charsetName = label?.[1] ?? label?.[2] ?? '';
  return charsetName.trim() === '' ? null : findCharset(charsetName);
};

/**
 * Decodes bytes, without a byte order mark. A byte order mark takes precedence over the given charset (Encoding
 * Standard, "decode"). UTF-16 without one is little-endian, as .NET sends it.
 * @throws TypeError for bytes that are invalid in the charset
 */
export const decodeStrict = (bytes: Uint8Array, charset: Charset): string =>
  new TextDecoder(encodingOf(bytes, charset), { fatal: true }).decode(bytes);

/** Like decodeStrict, with U+FFFD for invalid bytes. */
export const decodeLossy = (bytes: Uint8Array, charset: Charset): string =>
  new TextDecoder(encodingOf(bytes, charset)).decode(bytes);

const encodingOf = (bytes: Uint8Array, charset: Charset): string => {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return charset === 'utf-16' ? 'utf-16le' : charset;
};

/** Decodes the value at `path`. @throws RuleBroken TEXT_BYTES_REFUSED */
export const decodeText = (bytes: Uint8Array, charset: Charset, path: string): string => {
  try {
    return decodeStrict(bytes, charset);
  } catch {
    throw new RuleBroken(charsetProblem(charset, path));
  }
};

export const charsetProblem = (charset: Charset, path: string): RuleProblem =>
  problem('TEXT_BYTES_REFUSED', { charset: charset.toUpperCase() }, path);

/**
 * Decodes a JSON body. @throws RuleBroken TEXT_BYTES_REFUSED with the path of every text that is invalid in its charset
 */
export const decodeJsonText = (bytes: Uint8Array, charset: Charset): string => {
  try {
    return decodeStrict(bytes, charset);
  } catch {
    const [first, ...otherPaths] = invalidTextPaths(decodeLossy(bytes, charset));
    throw new RuleBroken(
      charsetProblem(charset, first ?? 'body'),
      ...otherPaths.map((path) => charsetProblem(charset, path)),
    );
  }
};

const MARK = '\ufffe';
/** The paths of texts with invalid bytes. Empty if the rest is not JSON. */
const invalidTextPaths = (text: string): string[] => {
  const marked = text.replaceAll('\ufffd', MARK);
  // The second byte of a character in another charset may look like a backslash, which would escape the next character.
  for (const attempt of [marked, marked.replaceAll(`${MARK}\\`, MARK)])
    try {
      return textCharacterProblems(JSON.parse(attempt))
        .filter(({ params }) => params['character'] === 'U+FFFE')
        .map(({ path }) => path ?? '');
    } catch {
      continue;
    }
  return [];
};
