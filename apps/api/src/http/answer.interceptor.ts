import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { Operation } from '#contract';
import { OPTIONS, type ApiOptions } from '../provided.js';
import { Answer, Refused, type AnswerFacts } from './answer.js';
import { requestOf, type ApiReply } from './api-request.js';
import { failed, succeeded } from './envelope.js';
import { operationIn } from './handles.js';
import { OwnWrites } from './own-writes.js';

/** Puts what a handler answers into its family's envelope and its facts into headers. What it reads shows its caller's own writes. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = operationIn(context);
    if (!operation) return next.handle();
    const reply = context.switchToHttp().getResponse<ApiReply>();
    const request = requestOf(context);
    return this.ownWrites
      .during(
        request.caller?.userId ?? null,
        () => next.handle(),
        (behind) => addHeaders(reply, behind),
      )
      .pipe(map((answered: unknown) => this.dress(operation, answered, reply, request.id)));
  }

  private dress(operation: Operation, answered: unknown, reply: ApiReply, requestId: string): unknown {
    if (answered instanceof Refused) {
      const { message, code } = answered;
      return failed(operation.family, { status: 200, code, message, details: message, issues: [] }, requestId);
    }
    const result = answered instanceof Answer ? (answered.result as unknown) : answered;
    if (answered instanceof Answer) addHeaders(reply, answered.facts);
    if (operation.family === 'plain' || operation.download) return result;
    return succeeded(
      operation.family,
      this.options.checkAnswers ? operation.result.parse(result) : result,
      operation.successCode,
    );
  }
}

const addHeaders = (reply: ApiReply, { revision, position, stale, setAside = 0 }: AnswerFacts): void => {
  if (revision !== undefined) void reply.header('ETag', `"${revision}"`);
  if (position) void reply.header('X-Event-Position', position);
  if (stale) void reply.header('X-Stale', 'true');
  if (setAside > 0) void reply.header('X-Set-Aside', String(setAside));
};
