import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { operations } from '#contract';
import { runInBackground } from '#engines';
import type { ApiRequest } from './api-request.js';
import {
  charsetOf,
  decodeJsonText,
  findCharset,
  decodeStrict,
  decodeLossy,
  charsetProblem,
  decodeText,
  type Charset,
} from './charset.js';
import { Problem } from './problem.js';
import type { Problem as RuleProblem } from '#domain/rules';

const MULTIPART = /^\s*multipart\/form-data\b/i;
/** The handlers of these operations read the body after the guards, so nothing waits for its first byte before. */
const READ_LATER: ReadonlySet<string> = new Set(
  operations
    .filter(({ upload, orUpload, form }) => upload || orUpload || form)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Whether the body is multipart/form-data, which `partsIn` reads. */
export const isMultipart = ({ headers }: Pick<ApiRequest, 'headers'>): boolean =>
  MULTIPART.test(headers['content-type'] ?? '');

/**
 * Body parsing for every operation: JSON and url-encoded forms in their declared charset, multipart forms if the
 * operation takes them, and nothing else. An empty body counts as no body, whatever its headers say. Compressed bodies
 * are refused.
 */
export const readBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request.headers)) return payload;
    const isReadLater = isMultipart(request) && READ_LATER.has(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (!isReadLater && !(await hasContent(payload as IncomingMessage))) removeBodyHeaders(request.headers);
    else if (isCompressed(request.headers)) throw Problem.compressed();
    return payload;
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(/^application\/(.+\+)?json\b/, { parseAs: 'buffer' }, (request, body, done) => {
    const charset = charsetOf(request.headers['content-type']) ?? 'utf-8';
    runInBackground(
      Promise.resolve(parse(request, decodeJsonText(body as Buffer, charset), done)),
      'a body could not be read',
    );
  });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) =>
    done(null, readUrlEncoded(body as Buffer, charsetOf(request.headers['content-type']))),
  );
  server.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    if (READ_LATER.has(`${request.method} ${request.routeOptions.url ?? ''}`)) done(null);
    else done(Problem.ofStatus(415));
  });
};

const hasBody = (headers: IncomingMessage['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

const removeBodyHeaders = (headers: IncomingMessage['headers']): void => {
  for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']) delete headers[name];
};

const isCompressed = (headers: IncomingMessage['headers']): boolean =>
  (headers['content-encoding'] ?? 'identity')
    .split(',')
    .some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase()));

/** Whether a stream has a first byte, which is put back. False for a stream that breaks off before. */
const hasContent = (payload: Readable): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isNotEmpty: boolean) => {
      payload.off('readable', checkChunk).off('error', settleEmpty).off('close', settleEmpty);
      resolve(isNotEmpty);
    };
    const settleEmpty = () => settle(false);
    const checkChunk = () => {
      const chunk: unknown = payload.read();
      if (chunk !== null) payload.unshift(chunk);
      settle(chunk !== null);
    };
    payload.on('readable', checkChunk).on('error', settleEmpty).on('close', settleEmpty);
  });

const CHARSET_FIELD = '_charset_';

/**
 * The pairs of an url-encoded form. The charset comes from its Content-Type, else from a field `_charset_` (HTML
 * Standard), else it is UTF-8.
 * @throws RuleBroken TEXT_BYTES_REFUSED with the name of the field, Problem 415
 */
export const readUrlEncoded = (body: Buffer, headerCharset: Charset | null): URLSearchParams => {
  // With UTF-16, the form itself is in that charset, and its escapes are UTF-8.
  const isWide = headerCharset !== null && headerCharset.startsWith('utf-16');
  const pairs = pairsIn(
    isWide ? Buffer.from(decodeText(body, headerCharset, 'body')).toString('latin1') : body.toString('latin1'),
  );
  const field =
    headerCharset === null ? pairs.find(([name]) => name.toString() === CHARSET_FIELD)?.[1].toString() : undefined;
  const charset = field ? findCharset(field) : headerCharset === null || isWide ? 'utf-8' : headerCharset;
  return new URLSearchParams(
    pairs.map(([name, value]): [string, string] => {
      const path = decodeLossy(name, charset);
      return [decodeText(name, charset, path), decodeText(value, charset, path)];
    }),
  );
};

/** The parameters of a query whose escapes are not UTF-8. A query has no declared charset. */
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

/** A percent sign that is not part of an escape is literal (URL Standard). */
const bytesOf = (segment: string): Buffer =>
  Buffer.from(
    segment
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
