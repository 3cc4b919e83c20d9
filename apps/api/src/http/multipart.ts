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

/** The content of a file as a stream; `isTruncated` is set once the limit is exceeded. */
export type FilePartContent = AsyncIterable<Buffer> & { readonly isTruncated: boolean };
export type FormPart =
  | { type: 'field'; name: string; value: string; isTruncated: boolean }
  | { type: 'file'; name: string; fileName: string; content: FilePartContent };
type Limits = { parts: number; fieldBytes: number; fileBytes: number };

const FORM = 'multipart/form-data';
const CHARSET_FIELD = '_charset_';
const MAX_BOUNDARY_LENGTH = 200;

/**
 * The parts of a multipart body. The texts obey the same rules as in every request (text-characters.guard.ts), and a
 * file must have a name. The charset of a field is that of its part, else that of the form (from its Content-Type or a
 * field `_charset_`, RFC 7578), else UTF-8. Unread content of a file is skipped when the next part is requested.
 * @throws RuleBroken FORM_WITHOUT_BOUNDARY, FORM_CUT_SHORT, FORM_UNREADABLE, FILE_WITHOUT_NAME, TEXT_BYTES_REFUSED,
 * TEXT_CHARACTER_REFUSED, NESTED_TOO_DEEP; Problem 413, 415
 */
export async function* partsIn(request: ApiRequest, limits: Limits): AsyncGenerator<FormPart> {
  const contentType = request.headers['content-type'];
  let formCharset = charsetOf(contentType);
  let count = 0;
  for await (const { stream, raw } of rawParts(request.raw, boundaryOf(contentType))) {
    if (++count > limits.parts) throw Problem.ofStatus(413);
    const headers = partHeaders(raw, formCharset);
    if (headers === null || headers.name in Object.prototype) throw unreadable('FORM_UNREADABLE');
    const { name, fileName } = headers;
    if (fileName === undefined) {
      const { value, isTruncated } = await readField(stream, headers, formCharset, limits.fieldBytes);
      refuseIf(textCharacterProblems({ [name]: value }));
      if (name === CHARSET_FIELD) formCharset ??= findCharset(value);
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
  const [, quoted, unquoted = ''] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? unquoted;
  if (boundary === '' || boundary.length > MAX_BOUNDARY_LENGTH) throw unreadable('FORM_WITHOUT_BOUNDARY');
  return boundary;
};

const readField = async (
  stream: Readable,
  { name, charset }: PartHeaders,
  formCharset: Charset | null,
  maxBytes: number,
): Promise<{ value: string; isTruncated: boolean }> => {
  const content = new PartBytes(stream, maxBytes);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const isTruncated = content.isTruncated;
  // A truncated value may end within a character, and is refused as too long anyway.
  return {
    value: isTruncated ? '' : decodeText(Buffer.concat(chunks), charset() ?? formCharset ?? 'utf-8', name),
    isTruncated,
  };
};

/** The bytes of a part up to a limit. The rest is read and dropped, so that the sender receives the error response. */
class PartBytes implements FilePartContent {
  isTruncated = false;
  constructor(
    private readonly stream: Readable,
    private readonly maxBytes: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let size = 0;
    try {
      for await (const chunk of this.stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.isTruncated ||= size > this.maxBytes;
        if (!this.isTruncated) yield chunk;
      }
    } catch (error) {
      throw error instanceof Error && error.name === 'Error' ? unreadable('FORM_CUT_SHORT') : error;
    }
  }
}

type RawPart = { stream: Readable; raw: RawPartHeaders };

/**
 * The parts in the order of the body. When the caller stops, for whatever reason, the parser is detached and the rest
 * of the body is read and dropped.
 */
async function* rawParts(body: IncomingMessage, boundary: string): AsyncGenerator<RawPart> {
  const parser = new Dicer({ boundary });
  const pending: (RawPart | Error | 'end')[] = [];
  let wake = (): void => undefined;
  const enqueue = (item: RawPart | Error | 'end') => {
    pending.push(item);
    wake();
  };
  let isEmpty = true;
  let hasHeader = true;
  const refuseHeaderless = () => {
    if (!hasHeader) enqueue(unreadable('FORM_UNREADABLE'));
  };
  parser.on('part', (stream: Readable) => {
    refuseHeaderless();
    hasHeader = false;
    stream.on('error', () => undefined); // without a listener it ends the process; readers get it themselves
    stream.once('header', (raw: RawPartHeaders) => {
      hasHeader = true;
      enqueue({ stream, raw });
    });
  });
  parser.on('error', () => enqueue(isEmpty ? 'end' : unreadable('FORM_CUT_SHORT')));
  parser.on('finish', () => {
    refuseHeaderless();
    enqueue('end');
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
      const next = pending.shift();
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

/** The headers of one part from the parser: each byte is one character. */
export type RawPartHeaders = Record<string, string[] | undefined>;

export type PartHeaders = {
  name: string;
  /** Absent for a field. */
  fileName?: string;
  contentType: string;
  /** The charset that the part itself declares. */
  charset: () => Charset | null;
};

/**
 * Parses the headers of a part. Null if the part does not belong to a form.
 *
 * Browsers write names in the charset of their page, and no standard requires them to declare it (RFC 7578, 5.1). If
 * the form declares a charset, names use it. Otherwise they are UTF-8, or GB18030 if they are not valid UTF-8.
 * `filename*` declares its own charset and takes precedence (RFC 5987; .NET sends both).
 * @throws RuleBroken TEXT_BYTES_REFUSED, Problem 415
 */
export const partHeaders = (raw: RawPartHeaders, formCharset: Charset | null): PartHeaders | null => {
  const disposition = raw['content-disposition']?.[0];
  if (disposition === undefined) return null;
  // Decoded before quotes are parsed, because the second byte of a character may be a backslash.
  const { kind, parameters } = parametersIn(headerText(Buffer.from(disposition, 'latin1'), formCharset));
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

const headerText = (bytes: Buffer, formCharset: Charset | null): string => {
  const charset = formCharset ?? (isUtf8(bytes) ? 'utf-8' : 'gb18030');
  try {
    return decodeStrict(bytes, charset);
  } catch {
    const name = parametersIn(decodeLossy(bytes, charset)).parameters.get('name');
    throw new RuleBroken(charsetProblem(formCharset ?? 'utf-8', name ?? 'multipart/form-data'));
  }
};

/**
 * `form-data; name="a"; filename="b \"c\".pdf"`: a backslash escapes only quotes and backslashes, because paths contain
 * single backslashes.
 */
const parametersIn = (text: string): { kind: string; parameters: Map<string, string> } => {
  const parameters = new Map<string, string>();
  let separator = text.indexOf(';');
  const kind = text
    .slice(0, separator < 0 ? undefined : separator)
    .trim()
    .toLowerCase();
  while (separator >= 0 && separator < text.length) {
    const equals = text.indexOf('=', separator);
    if (equals < 0) break;
    const key = text
      .slice(separator + 1, equals)
      .trim()
      .toLowerCase();
    let start = equals + 1;
    while (text[start] === ' ' || text[start] === '\t') start++;
    const value = text[start] === '"' ? readQuoted(text, start + 1) : readPlain(text, start);
    if (!parameters.has(key)) parameters.set(key, value.text);
    separator = text.indexOf(';', value.end);
  }
  return { kind, parameters };
};

const readPlain = (text: string, from: number): { text: string; end: number } => {
  const semicolon = text.indexOf(';', from);
  const end = semicolon < 0 ? text.length : semicolon;
  return { text: text.slice(from, end).trim(), end };
};

const readQuoted = (text: string, from: number): { text: string; end: number } => {
  let content = '';
  let at = from;
  for (; at < text.length && text[at] !== '"'; at++) {
    const next = text[at + 1];
    if (text[at] === '\\' && (next === '\\' || (next === '"' && text.includes('"', at + 2)))) at++;
    content += text[at] ?? '';
  }
  return { text: content, end: at };
};

/** `UTF-8''%E5%90%8D.pdf`; undefined for another syntax. */
const extendedValue = (encoded: string, part: string): string | undefined => {
  const [, label, value] = /^([\w!#$%&+^`{}~-]+)'[^']*'(.*)$/s.exec(encoded) ?? [];
  if (label === undefined || value === undefined) return undefined;
  const bytes = value.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (/[^\0-\xff]/.test(bytes)) throw new RuleBroken(problem('FORM_UNREADABLE', {}, part));
  return decodeText(Buffer.from(bytes, 'latin1'), findCharset(label), part);
};
