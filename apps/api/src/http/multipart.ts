import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { problem, refuseIf, RuleBroken, type RuleCode } from '#domain/rules';
import { textCharacterProblems } from '#domain/text';
import type { ApiRequest } from './api-request.js';
import { findCharset, charsetOf, decodeText, type Charset } from './charset.js';
import { partHeaders, type PartHeaders, type RawPartHeaders } from './part-headers.js';
import { Problem } from './problem.js';

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
 * The parts of a multipart body, their texts readable as those of every request (readable.guard.ts); a file has a name. A field is in
 * the charset of its part, else in that of the form, which its Content-Type or a field `_charset_` names (RFC 7578), else in UTF-8.
 * What is not read of a file when the next part is asked for is passed over.
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

/** The parts as the parser finds them, one after the other. It is left with whatever ends the reading, and the body read on to its end. */
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
