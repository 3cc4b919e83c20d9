import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { Operation, Family } from '#contract';
import { OPTIONS, type ApiOptions } from '../injection-tokens.js';
import { OperationResult, RuleRefusal, type ResponseMeta, operationOfContext } from './operation-handlers.js';
import { getRequest, type ApiReply } from './api-request.js';
import { ReadYourWrites } from './read-your-writes.js';
import { failureEnvelope } from './failure.js';

/**
 * Wraps the result of a handler in the envelope of its family and sets headers from its metadata. Reads of the handler
 * show earlier writes of its caller.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(ReadYourWrites) private readonly ownWrites: ReadYourWrites,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = operationOfContext(context);
    if (!operation) return next.handle();
    const reply = context.switchToHttp().getResponse<ApiReply>();
    const request = getRequest(context);
    return this.ownWrites
      .handleRequest(
        request.caller?.userId ?? null,
        () => next.handle(),
        (notice) => addHeaders(reply, notice),
      )
      .pipe(map((result: unknown) => this.toEnvelope(operation, result, reply, request.id)));
  }

  private toEnvelope(operation: Operation, handlerResult: unknown, reply: ApiReply, requestId: string): unknown {
    if (handlerResult instanceof RuleRefusal) {
      const { message, code } = handlerResult;
      return failureEnvelope(operation.family, { status: 200, code, message, details: message, issues: [] }, requestId);
    }
    const result = handlerResult instanceof OperationResult ? (handlerResult.result as unknown) : handlerResult;
    if (handlerResult instanceof OperationResult) addHeaders(reply, handlerResult.facts);
    if (operation.family === 'plain' || operation.download) return result;
    return successEnvelope(
      operation.family,
      this.options.checkAnswers ? operation.result.parse(result) : result,
      operation.successCode,
    );
  }
}

const addHeaders = (reply: ApiReply, { revision, position, stale, setAside = 0 }: ResponseMeta): void => {
  if (revision !== undefined) void reply.header('ETag', `"${revision}"`);
  if (position) void reply.header('X-Event-Position', position);
  if (stale) void reply.header('X-Stale', 'true');
  if (setAside > 0) void reply.header('X-Set-Aside', String(setAside));
};

/** The payload in the envelope of its family (ADR-010). */
export const successEnvelope = (family: Family, result: unknown, successCode = 20000): unknown => {
  switch (family) {
    case 'platform':
      return { result, success: true, error: null, unAuthorizedRequest: false, targetUrl: null, __abp: true };
    case 'pre':
      return { code: successCode, message: '', data: result };
    case 'v1':
    case 'plain':
      return result;
  }
};
