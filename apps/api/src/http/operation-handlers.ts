import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import type { z } from 'zod';
import type { Operation, ResultOf } from '#contract';
import type { Position } from '#events';

const OPERATION = Symbol('operation');

/** The input of an operation: path, query and body members in one object, as parsed by its schemas. */
export type InputOf<Op extends Operation> = z.output<Op['query']> &
  (z.output<Op['body']> extends undefined ? unknown : NonNullable<z.output<Op['body']>>);

/**
 * Makes a controller method the handler of an operation. Its method, path and status 200 come from the contract, and
 * the compiler checks the return type against the contract's result.
 */
export const HandlesOperation =
  <Op extends Operation>(operation: Op) =>
  <Method extends (...args: never[]) => OperationReturn<ResultOf<Op>> | Promise<OperationReturn<ResultOf<Op>>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void =>
    applyDecorators(
      SetMetadata(OPERATION, operation),
      RequestMapping({ path: operation.path, method: RequestMethod[operation.method] }),
      HttpCode(200),
    )(target, key, descriptor);

/**
 * The operation that a method handles; undefined for routes outside of the contract (health, metrics, the api
 * document).
 */
export const operationOf = (handler: object): Operation | undefined =>
  Reflect.getMetadata(OPERATION, handler) as Operation | undefined;

export const operationOfContext = (context: ExecutionContext): Operation | undefined =>
  operationOf(context.getHandler());

/**
 * Metadata for the headers of a response: revision -> ETag, position -> X-Event-Position, stale -> X-Stale, setAside
 * (the number of streams that the list does not contain completely) -> X-Set-Aside.
 */
export type ResponseMeta = { revision?: number; position?: Position | null; stale?: boolean; setAside?: number };

export class OperationResult<Result> {
  constructor(
    readonly result: Result,
    readonly facts: ResponseMeta,
  ) {}
}

/**
 * A rule's refusal for which the specification requires status 200 and `success: false` (PassAudit, ConfirmSample;
 * ADR-010).
 */
export class RuleRefusal {
  constructor(
    readonly message: string,
    readonly code: string,
  ) {}
}

export type OperationReturn<Result> = Result | OperationResult<Result> | RuleRefusal;

export const withMeta = <Result>(result: Result, facts: ResponseMeta): OperationResult<Result> =>
  new OperationResult(result, facts);

export const ruleRefusal = (message: string, code = 'REFUSED'): RuleRefusal => new RuleRefusal(message, code);
