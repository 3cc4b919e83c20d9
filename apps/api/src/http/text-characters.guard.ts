import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { refuseIf } from '#domain/rules';
import { textCharacterProblems } from '#domain/text';
import { getRequest } from './api-request.js';
import { invalidUtf8Parameters } from './request-body.js';

/** Headers whose values are compared, hashed or stored. Other headers, e.g. those of proxies, are not checked. */
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
 * The rule for every text of every operation, whatever its schema says: no control characters, unpaired surrogates or
 * noncharacters, and no nesting deeper than 64 levels; in path, query, headers and body. It runs before anything reads
 * the request, such as the hash for the Idempotency-Key. Forms and uploads are checked when they are read
 * (multipart.ts).
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
