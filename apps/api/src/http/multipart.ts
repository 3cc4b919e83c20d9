import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { problem, refuseIf, RuleBroken, type RuleCode } from '#domain/rules';
import { textCharacterProblems } from '#domain/text';
import type { ApiRequest } from './api-request.js';
import {
  findCharset,
  charsetOf,
  decodeText,
  type Charset,
  decodeStrict,
  decodeLossy,
  charsetProblem,
} from './charset.js';
import { Problem } from './problem.js';
import { isUtf8 } from 'node:buffer';

/** What a file holds, as it arrives; `isTruncated` once more came than is read. */
export type FilePartContent = AsyncIterable<Buffer> & { readonly isTruncated: boolean };
export type FormPart =
  | { type: 'field'; name: string; value: string; isTruncated: boolean }
  | { type: 'file'; name: string; fileName: string; content: FilePartContent };
type Limits = { parts: number; fieldBytes: number; fileBytes: number };

const FORM = 'multipart/form-data';
const CHARSET_FIELD = '_charset_';
const LONGEST_BOUNDARY = 200;

/**
 * The parts of a multipart body, their texts readable as those of every request (readable.guard.ts); a file has a name.
 * A field is in the charset of its part, else in that of the form, which its Content-Type or a field `_charset_` names
 * (RFC 7578), else in UTF-8. What is not read of a file when the next part is asked for is passed over.
 * @throws RuleBroken FORM_WITHOUT_BOUNDARY, FORM_CUT_SHORT, FORM_UNREADABLE, FILE_WITHOUT_NAME, TEXT_BYTES_REFUSED,
 * TEXT_CHARACTER_REFUSED, NESTED_TOO_DEEP; Problem 413, 415
 */
export async function* partsIn(request: ApiRequest, limits: Limits): AsyncGenerator<FormPart> {
  const contentType = request.headers['content-type'];
  let ofForm = charsetOf(contentType);
  let count = 0;
  for await (const { stream, raw } of rawParts(request.raw, boundaryOf(contentType))) {
    if (++count > limits.parts) throw Problem.ofStatus(413);
    const headers = partHeaders(raw, ofForm);
    if (headers === null || headers.name in Object.prototype) throw unreadable('FORM_UNREADABLE');
    const { name, fileName } = headers;
    if (fileName === undefined) {
      const { value, isTruncated } = await fieldOf(stream, headers, ofForm, limits.fieldBytes);
      refuseIf(textCharacterProblems({ [name]: value }));
      if (name === CHARSET_FIELD) ofForm ??= findCharset(value);
      yield { type: 'field', name, value, isTruncated };
    } else {
      refuseIf(textCharacterProblems({ [name]: fileName }));
      refuseIf(fileName === '' ? problem('FILE_WITHOUT_NAME', {}, name) : null);
      yield { type: 'file', name, fileName, content: new PartBytes(stream, limits.fileBytes) };
    }
  }
}

const unreadable = (code: RuleCode): RuleBroken => new RuleBroken(problem(code, {}, FORM));

const boundaryOf = (contentType = ''): string => {
  const [, inQuotes, plain = ''] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  const boundary = inQuotes ?? plain;
  if (boundary === '' || boundary.length > LONGEST_BOUNDARY) throw unreadable('FORM_WITHOUT_BOUNDARY');
  return boundary;
};

const fieldOf = async (
  stream: Readable,
  { name, charset }: PartHeaders,
  ofForm: Charset | null,
  most: number,
): Promise<{ value: string; isTruncated: boolean }> => {
  const content = new PartBytes(stream, most);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const isTruncated = content.isTruncated;
  // What is cut may end within a character, and is too long in any case.
  return {
    value: isTruncated ? '' : decodeText(Buffer.concat(chunks), charset() ?? ofForm ?? 'utf-8', name),
    isTruncated,
  };
};

/** The bytes of a part up to a limit. The rest is read and dropped, so that the sender hears why it is refused. */
class PartBytes implements FilePartContent {
  isTruncated = false;
  constructor(
    private readonly stream: Readable,
    private readonly most: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let size = 0;
    try {
      for await (const chunk of this.stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.isTruncated ||= size > this.most;
        if (!this.isTruncated) yield chunk;
      }
    } catch (error) {
      throw error instanceof Error && error.name === 'Error' ? unreadable('FORM_CUT_SHORT') : error;
    }
  }
}

type RawPart = { stream: Readable; raw: RawPartHeaders };

/**
 * The parts as the parser finds them, one after the other. It is left with whatever ends the reading, and the body read
 * on to its end.
 */
async function* rawParts(body: IncomingMessage, boundary: string): AsyncGenerator<RawPart> {
  const parser = new Dicer({ boundary });
  const found: (RawPart | Error | 'end')[] = [];
  let wake = (): void => undefined;
  const tell = (each: RawPart | Error | 'end') => {
    found.push(each);
    wake();
  };
  let isEmpty = true;
  let isHeaded = true;
  const noticeHeaderless = () => {
    if (!isHeaded) tell(unreadable('FORM_UNREADABLE'));
  };
  parser.on('part', (stream: Readable) => {
    noticeHeaderless();
    isHeaded = false;
    stream.on('error', () => undefined); // whoever reads it is told; whoever does not must not end the process
    stream.once('header', (raw: RawPartHeaders) => {
      isHeaded = true;
      tell({ stream, raw });
    });
  });
  parser.on('error', () => tell(isEmpty ? 'end' : unreadable('FORM_CUT_SHORT')));
  parser.on('finish', () => {
    noticeHeaderless();
    tell('end');
  });
  const onData = (): void => {
    isEmpty = false;
  };
  const onClose = (): void => {
    if (!body.complete) parser.end();
  };
  body.once('data', onData).once('close', onClose);
  body.pipe(parser);
  try {
    for (;;) {
      const next = found.shift();
      if (next === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else if (next === 'end') return;
      else if (next instanceof Error) throw next;
      else {
        yield next;
        next.stream.resume();
      }
    }
  } finally {
    body.unpipe(parser).off('data', onData).off('close', onClose).resume();
  }
}

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
 * Browsers write names as they are, in the charset of their page, and no standard has them say which (RFC 7578, 5.1).
 * If the whole form names its charset, names are in that. Otherwise they are UTF-8, or GB18030 where they are no UTF-8
 * but could be that. `filename*` says its charset itself and wins (RFC 5987; .NET sends both).
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

/**
 * `form-data; name="a"; filename="b \"c\".pdf"`: backslashes escape quotes and themselves only, as in paths they stand
 * alone.
 */
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
const extendedValue = (encoded: string, part: string): string | undefined => {
  const [, label, value] = /^([\w!#$%&+^`{}~-]+)'[^']*'(.*)$/s.exec(encoded) ?? [];
  if (label === undefined || value === undefined) return undefined;
  const bytes = value.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (/[^\0-\xff]/.test(bytes)) throw new RuleBroken(problem('FORM_UNREADABLE', {}, part));
  return decodeText(Buffer.from(bytes, 'latin1'), findCharset(label), part);
};
