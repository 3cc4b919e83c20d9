import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { LOG, type Log } from '../provided.js';
import { languageOf, type ApiReply, type ApiRequest } from './api-request.js';
import { contentTypeOf, failed, familyOfPath } from './envelope.js';
import { failureOf } from './failure.js';

/** The only place where an error becomes an answer. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const reply = host.switchToHttp().getResponse<ApiReply>();
    const failure = failureOf(error, languageOf(request));
    request.refusal = failure.code;
    if (failure.status >= 500)
      this.log.error({ requestId: request.id, operation: request.operation, err: error }, 'request failed');
    const family = familyOfPath(request.url);
    if (failure.status === 401) void reply.header('WWW-Authenticate', 'Bearer');
    if (failure.status === 503) void reply.header('Retry-After', '2');
    else if (typeof failure.params?.['seconds'] === 'number')
      void reply.header('Retry-After', failure.params['seconds']);
    void reply
      .status(failure.status)
      .header('Content-Type', contentTypeOf(family))
      .send(failed(family, failure, request.id));
  }
}
