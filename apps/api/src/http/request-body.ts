import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { operations } from '#contract';
import { runInBackground } from '#engines';
import type { ApiRequest } from './api-request.js';
import { charsetOf, decodeJsonText } from './charset.js';
import { Problem } from './problem.js';
import { readUrlEncoded } from './url-encoded.js';

const MULTIPART = /^\s*multipart\/form-data\b/i;
/** Their bodies are read by their handlers, after the guards: nobody waits for the first byte of one before. */
const READ_LATER: ReadonlySet<string> = new Set(
  operations
    .filter(({ upload, orUpload, form }) => upload || orUpload || form)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Whether the body is a form of parts, which an operation reads by `partsIn`. */
export const isMultipart = ({ headers }: Pick<ApiRequest, 'headers'>): boolean =>
  MULTIPART.test(headers['content-type'] ?? '');

/**
 * What comes as a body, for every operation: JSON and url-encoded forms in the charset that they name, forms of parts where an
 * operation takes one, and nothing else. An empty body is no body, whatever its headers say. None may be compressed.
 */
export const readBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addHook('preParsing', async (request, _reply, payload) => {
    if (!hasBody(request.headers)) return payload;
    const isReadLater = isMultipart(request) && READ_LATER.has(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (!isReadLater && !(await holdsAnything(payload as IncomingMessage))) withoutBody(request.headers);
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

const withoutBody = (headers: IncomingMessage['headers']): void => {
  for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']) delete headers[name];
};

const isCompressed = (headers: IncomingMessage['headers']): boolean =>
  (headers['content-encoding'] ?? 'identity')
    .split(',')
    .some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase()));

/** Whether a stream has a first byte, which stays in it; a stream that breaks off before has none. */
const holdsAnything = (payload: Readable): Promise<boolean> =>
  new Promise((resolve) => {
    const told = (holds: boolean) => {
      payload.off('readable', look).off('error', broken).off('close', broken);
      resolve(holds);
    };
    const broken = () => told(false);
    const look = () => {
      const chunk: unknown = payload.read();
      if (chunk !== null) payload.unshift(chunk);
      told(chunk !== null);
    };
    payload.on('readable', look).on('error', broken).on('close', broken);
  });
