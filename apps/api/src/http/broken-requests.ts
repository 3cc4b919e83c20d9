import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { operationFamilyOf } from './addresses.js';
import { languageOf, type ApiReply, type ApiRequest } from './api-request.js';
import { contentTypeOf, failureEnvelope } from './envelope.js';
import { failureOf, type Failure } from './failure.js';
import { Problem } from './problem.js';

/** Answers with a failure, in the shape of the family that its address belongs to. */
export const answerFailure = (request: ApiRequest, reply: ApiReply, failure: Failure): void => {
  const family = operationFamilyOf(request.url);
  request.refusal = failure.code;
  void reply
    .status(failure.status)
    .headers({ ...failure.headers, 'Content-Type': contentTypeOf(family), 'Content-Language': languageOf(request) })
    .send(failureEnvelope(family, failure, request.id));
};

/** What the router refuses before there is a route: an address whose escapes are none, a part of a path that is too long. */
export const answerRouterFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
  answerFailure(
    request as ApiRequest,
    reply,
    failureOf(Problem.ofStatus(error.statusCode ?? 400), languageOf(request)),
  );

type ParserError = Error & { code?: string; rawPacket?: unknown };

/** What Node could not read as a request, answered by hand: there is nothing but a socket. */
export const answerParserFailure = (error: ParserError, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const head = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, MOST_READ) : '';
  const [, target = ''] = /^[A-Z-]+ (\S+)/.exec(head) ?? [];
  const [, language] = /^accept-language:(.*)$/im.exec(head) ?? [];
  const failure = failureOf(
    Problem.ofStatus(statusOf(error, head)),
    languageOf({ headers: { 'accept-language': language?.trim() } }),
  );
  const family = operationFamilyOf(target);
  const body = JSON.stringify(failureEnvelope(family, failure, randomUUID()));
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}\r\nContent-Type: ${contentTypeOf(family)}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
};

const MOST_READ = 64 * 1024;
const statusOf = ({ code }: ParserError, head: string): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return (/^[A-Z-]+ \/[^\n]*/.exec(head)?.[0].length ?? 0) > maxHeaderSize ? 414 : 431;
};
