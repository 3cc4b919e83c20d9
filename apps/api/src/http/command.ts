import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { v4, v5 } from 'uuid';
import type { CommandContext } from '#domain';
import type { Actor } from '#events';
import { callerOf, requestOf, type ApiRequest } from './api-request.js';
import { operationIn } from './handles.js';
import { Problem } from './problem.js';

/**
 * The CommandContext of libs/domain's handle(): who, when, under which request (DECISIONS 6).
 * Made once a request, so that a retry inside the api writes the same ids.
 */
export const Command = createParamDecorator((_: unknown, context: ExecutionContext): CommandContext => {
  const request = requestOf(context);
  const expectedRevision = revisionOf(request.headers['if-match']);
  const operation = operationIn(context);
  if (operation?.family === 'v1' && operation.path.includes('/:id/') && expectedRevision === undefined) throw Problem.revisionNeeded();
  return { ...contextOf(request, callerOf(request).actor), ...(expectedRevision === undefined ? {} : { expectedRevision }) };
});

/** The same for a request that a key, not a session, lets in: whoever made the key is the author. */
export const contextOf = (request: ApiRequest, by: Actor): CommandContext =>
  ({ by, at: request.receivedAt.toISOString(), commandId: commandIdOf(request, by.userId), correlationId: request.id });

const commandIdOf = (request: ApiRequest, userId: string): string => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? v5(key, userId) : v4();
};

/** `"7"` and `W/"7"` name revision 7, `*` any. */
const revisionOf = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  const revision = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (revision === undefined) throw Problem.invalid([{ path: 'If-Match', message: 'expected "<revision>"' }]);
  return Number(revision);
};
