import type { Position } from '#events';

/**
 * What the headers say of an answer: revision -> ETag, position -> X-Event-Position, stale -> X-Stale, and how many streams the list does
 * not contain wholly: setAside -> X-Set-Aside.
 */
export type ResponseMeta = { revision?: number; position?: Position | null; stale?: boolean; setAside?: number };

export class OperationResult<Result> {
  constructor(
    readonly result: Result,
    readonly facts: ResponseMeta,
  ) {}
}

/** A rule's refusal that the specification answers with 200 and `success: false` (PassAudit, ConfirmSample; ADR-010). */
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
