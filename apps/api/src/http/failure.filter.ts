import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { operations, type Operation } from '#contract';
import { LOGGER, type Log } from '../provided.js';
import { languageOf, type ApiReply, type ApiRequest } from './api-request.js';
import { answerFailure } from './broken-requests.js';
import { failureOf } from './failure.js';
import { Problem } from './problem.js';

/** Fastify has no reader for this kind of body; it says so before any operation is asked. */
const isOtherMediaType = (error: unknown): boolean => error instanceof HttpException && error.getStatus() === 415;

/** The operation of the route, also of a request that was refused before it reached its handler. */
const operationAt = ({ method, routeOptions }: ApiRequest): Operation | undefined =>
  operations.find((operation) => operation.method === method && operation.path === routeOptions.url);

/** The only place where an error becomes an answer. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const reply = host.switchToHttp().getResponse<ApiReply>();
    const failure = failureOf(
      isOtherMediaType(error) ? Problem.otherBody(operationAt(request)) : error,
      languageOf(request),
    );
    if (failure.status >= 500)
      this.log.error({ requestId: request.id, operation: request.operation, err: error }, 'request failed');
    if (failure.status === 401) void reply.header('WWW-Authenticate', 'Bearer');
    if (failure.status === 503) void reply.header('Retry-After', '2');
    else if (typeof failure.params?.['seconds'] === 'number')
      void reply.header('Retry-After', failure.params['seconds']);
    answerFailure(request, reply, failure);
  }
}
