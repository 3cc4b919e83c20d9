import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import canonicalize from 'canonicalize';
import { v4, v5 } from 'uuid';
import type { CommandContext } from '#domain/event-sourcing';
import { SYSTEM_ACTOR } from '#domain/users';
import { fileHashOf } from '#engines';
import { NO_STREAM, type Actor } from '#events';
import { readUploadInput } from './upload-input.js';
import { getCaller, getRequest, type ApiRequest } from './api-request.js';
import { readFormFields } from './input.js';
import { operationOfContext } from './operation-handlers.js';
import { Problem } from './problem.js';

/**
 * The CommandContext of libs/domain's handle(): author, time and request (ADR-004). It is made once per request, so
 * that a retry inside the api writes the same ids.
 */
export const CurrentCommand = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<CommandContext> => {
    const request = getRequest(context);
    const expectedRevision = isNew(request.headers['if-none-match'])
      ? NO_STREAM.revision
      : revisionOf(request.headers['if-match']);
    const operation = operationOfContext(context);
    if (operation?.family === 'v1' && operation.path.includes('/:id/') && expectedRevision === undefined)
      throw Problem.revisionNeeded();
    if (operation?.upload) await readUploadInput(context);
    else if (operation?.form) await readFormFields(request);
    return {
      ...commandContextOf(request, getCaller(request).actor),
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    };
  },
);

/**
 * The command context of a request with the given author, e.g. the user who created a key, or SYSTEM_ACTOR for a
 * sign-in. For a form or an upload, call it after the content is read, because the content is part of the hash.
 */
export const commandContextOf = (request: ApiRequest, by: Actor): CommandContext => ({
  by,
  at: request.receivedAt.toISOString(),
  ...commandOf(request, by),
  correlationId: request.id,
});

/**
 * An Idempotency-Key is unique per caller and operation. The same key with another operation is another command. The
 * same key with another body is refused if the first request was recorded (handle() of libs/domain). Anonymous callers
 * share one user id and choose keys independently. Their command id therefore includes the body, so that nobody gets
 * the response of another caller.
 */
const commandOf = (request: ApiRequest, by: Actor): Pick<CommandContext, 'commandId' | 'bodyHash'> => {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return { commandId: v4() };
  const bodyHash = hashOf(request);
  const isAnonymous = by.userId === SYSTEM_ACTOR.userId;
  return {
    commandId: v5(JSON.stringify([request.operation, key, ...(isAnonymous ? [bodyHash] : [])]), by.userId),
    bodyHash,
  };
};

/**
 * A keyed hash: bodies contain passwords and codes that are easy to guess, and everybody who may read the log sees the
 * hash.
 */
const hashOf = (request: ApiRequest): string =>
  request
    .fingerprint(
      `request-body/${canonicalize({ params: request.params, query: request.query, body: bodyOf(request) }) ?? ''}`,
    )
    .slice(0, HASH_DIGITS);
const HASH_DIGITS = 32;

const bodyOf = ({ formInput, body }: ApiRequest): unknown => {
  if (formInput === undefined) return body;
  const { file, ...fields } = formInput as { file?: { name: string; content: Buffer } };
  return { ...fields, ...(file ? { file: [file.name, fileHashOf(file.content)] } : {}) };
};

/**
 * `If-None-Match: *`: nothing has been written to the target yet, e.g. before a unit's first change to what the
 * template contains.
 */
const isNew = (header: string | undefined): boolean => header?.trim() === '*';

/** `"7"` and `W/"7"` mean revision 7; `*` means any. */
const revisionOf = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  const revision = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (revision === undefined) throw Problem.invalid([{ path: 'If-Match', message: 'expected "<revision>"' }]);
  return Number(revision);
};
