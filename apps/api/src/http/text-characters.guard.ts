import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { refuseIf } from '#domain/rules';
import { textCharacterProblems } from '#domain/text';
import { getRequest } from './api-request.js';
import { invalidUtf8Parameters } from './request-body.js';

/**
 * The headers whose texts come to be compared, hashed or stored. Others, as proxies add them, are nobody's business
 * here.
 */
const HEADERS = [
  'Authorization',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Accept-Language',
  'Unit-Code',
  'Last-Event-ID',
] as const;

/**
 * The one rule for every text of every operation, whatever its schema says: no control characters, halves of surrogate
 * pairs or noncharacters, and nothing nested deeper than 64 levels; in path, query, headers and body. It comes before
 * anything reads the request, as the hash of an Idempotency-Key does. Of forms and uploads the same is asked where they
 * are read (multipart.ts).
 */
@Injectable()
export class TextCharactersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { params, query, headers, body, url } = getRequest(context);
    refuseIf([
      ...textCharacterProblems(params),
      ...invalidUtf8Parameters(url.split(/\?(.*)/s)[1] ?? ''),
      ...textCharacterProblems(query),
      ...textCharacterProblems(Object.fromEntries(HEADERS.map((name) => [name, headers[name.toLowerCase()]]))),
      ...textCharacterProblems(body instanceof URLSearchParams ? Object.fromEntries(body) : body),
    ]);
    return true;
  }
}
