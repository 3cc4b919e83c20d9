import type { Problem as RuleProblem } from '#domain/rules';
import { findCharset, decodeStrict, decodeLossy, charsetProblem, decodeText, type Charset } from './charset.js';

const CHARSET_FIELD = '_charset_';

/**
 * The pairs of an url-encoded form. Where its Content-Type names no charset, a field `_charset_` does (HTML Standard), and UTF-8 holds without.
 * @throws RuleBroken TEXT_BYTES_REFUSED with the name of the field, Problem 415
 */
export const readUrlEncoded = (body: Buffer, named: Charset | null): URLSearchParams => {
  // In UTF-16 the form itself is written; what its escapes stand for is UTF-8.
  const isWide = named !== null && named.startsWith('utf-16');
  const pairs = pairsIn(
    isWide ? Buffer.from(decodeText(body, named, 'body')).toString('latin1') : body.toString('latin1'),
  );
  const field = named === null ? pairs.find(([name]) => name.toString() === CHARSET_FIELD)?.[1].toString() : undefined;
  const charset = field ? findCharset(field) : named === null || isWide ? 'utf-8' : named;
  return new URLSearchParams(
    pairs.map(([name, value]): [string, string] => {
      const path = decodeLossy(name, charset);
      return [decodeText(name, charset, path), decodeText(value, charset, path)];
    }),
  );
};

/** The parameters of a query whose escapes are not UTF-8; a query names no charset. */
export const invalidUtf8Parameters = (query: string): RuleProblem[] =>
  !query.includes('%')
    ? []
    : pairsIn(query)
        .filter((pair) => !pair.every(isUtf8))
        .map(([name]) => charsetProblem('utf-8', decodeLossy(name, 'utf-8')));

const isUtf8 = (bytes: Buffer): boolean => {
  try {
    decodeStrict(bytes, 'utf-8');
    return true;
  } catch {
    return false;
  }
};

const pairsIn = (text: string): [name: Buffer, value: Buffer][] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('=');
      return end < 0 ? [bytesOf(pair), Buffer.alloc(0)] : [bytesOf(pair.slice(0, end)), bytesOf(pair.slice(end + 1))];
    });

/** A sign of percent that escapes nothing is one (URL Standard). */
const bytesOf = (piece: string): Buffer =>
  Buffer.from(
    piece
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
