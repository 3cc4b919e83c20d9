import { isUtf8 } from 'node:buffer';
import { problem, RuleBroken } from '#domain/rules';
import {
  findCharset,
  charsetOf,
  decodeStrict,
  decodeLossy,
  charsetProblem,
  decodeText,
  type Charset,
} from './charset.js';

/** The headers of one part, as the parser hands them on: each byte a character. */
export type RawPartHeaders = Record<string, string[] | undefined>;

export type PartHeaders = {
  name: string;
  /** Absent for a field. */
  fileName?: string;
  contentType: string;
  /** What the part itself says that its text is written in. */
  charset: () => Charset | null;
};

/**
 * What the headers of a part say, null for a part that is none of a form.
 *
 * Browsers write names as they are, in the charset of their page, and no standard has them say which (RFC 7578, 5.1). If the whole
 * form names its charset, names are in that. Otherwise they are UTF-8, or GB18030 where they are no UTF-8 but could be that.
 * `filename*` says its charset itself and wins (RFC 5987; .NET sends both).
 * @throws RuleBroken TEXT_BYTES_REFUSED, Problem 415
 */
export const partHeaders = (raw: RawPartHeaders, ofForm: Charset | null): PartHeaders | null => {
  const disposition = raw['content-disposition']?.[0];
  if (disposition === undefined) return null;
  // The second byte of a character may be a backslash: it is read before quotes are.
  const { kind, parameters } = parametersIn(headerText(Buffer.from(disposition, 'latin1'), ofForm));
  const name = parameters.get('name');
  if (kind !== 'form-data' || !name) return null;
  const contentType = raw['content-type']?.[0] ?? 'text/plain';
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase();
  const extended = parameters.get('filename*');
  const fileName =
    (extended === undefined ? undefined : extendedValue(extended, name)) ??
    parameters.get('filename') ??
    (mediaType === 'application/octet-stream' ? '' : undefined);
  return {
    name,
    ...(fileName === undefined ? {} : { fileName }),
    contentType,
    charset: () => charsetOf(contentType),
  };
};

const headerText = (bytes: Buffer, ofForm: Charset | null): string => {
  const charset = ofForm ?? (isUtf8(bytes) ? 'utf-8' : 'gb18030');
  try {
    return decodeStrict(bytes, charset);
  } catch {
    const name = parametersIn(decodeLossy(bytes, charset)).parameters.get('name');
    throw new RuleBroken(charsetProblem(ofForm ?? 'utf-8', name ?? 'multipart/form-data'));
  }
};

/** `form-data; name="a"; filename="b \"c\".pdf"`: backslashes escape quotes and themselves only, as in paths they stand alone. */
const parametersIn = (text: string): { kind: string; parameters: Map<string, string> } => {
  const parameters = new Map<string, string>();
  let at = text.indexOf(';');
  const kind = text
    .slice(0, at < 0 ? undefined : at)
    .trim()
    .toLowerCase();
  while (at >= 0 && at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals < 0) break;
    const key = text
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    let from = equals + 1;
    while (text[from] === ' ' || text[from] === '\t') from++;
    const value = text[from] === '"' ? quoted(text, from + 1) : plain(text, from);
    if (!parameters.has(key)) parameters.set(key, value.text);
    at = text.indexOf(';', value.end);
  }
  return { kind, parameters };
};

const plain = (text: string, from: number): { text: string; end: number } => {
  const semicolon = text.indexOf(';', from);
  const end = semicolon < 0 ? text.length : semicolon;
  return { text: text.slice(from, end).trim(), end };
};

const quoted = (text: string, from: number): { text: string; end: number } => {
  let read = '';
  let at = from;
  for (; at < text.length && text[at] !== '"'; at++) {
    const next = text[at + 1];
    if (text[at] === '\\' && (next === '\\' || (next === '"' && text.includes('"', at + 2)))) at++;
    read += text[at] ?? '';
  }
  return { text: read, end: at };
};

/** `UTF-8''%E5%90%8D.pdf`; undefined for what is not written so. */
const extendedValue = (given: string, part: string): string | undefined => {
  const [, label, value] = /^([\w!#$%&+^`{}~-]+)'[^']*'(.*)$/s.exec(given) ?? [];
  if (label === undefined || value === undefined) return undefined;
  const bytes = value.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (/[^\0-\xff]/.test(bytes)) throw new RuleBroken(problem('FORM_UNREADABLE', {}, part));
  return decodeText(Buffer.from(bytes, 'latin1'), findCharset(label), part);
};
