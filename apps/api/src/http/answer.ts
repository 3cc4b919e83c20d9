import type { Position } from '#events';

/**
 * What the headers say of an answer: revision -> ETag, position -> X-Event-Position, stale -> X-Stale, and how many streams the list does
 * not contain wholly: setAside -> X-Set-Aside.
 */
export type AnswerFacts = { revision?: number; position?: Position | null; stale?: boolean; setAside?: number };

export class Answer<Result> {
  constructor(
    readonly result: Result,
    readonly facts: AnswerFacts,
  ) {}
}

/** A rule's refusal that the specification answers with 200 and `success: false` (PassAudit, ConfirmSample; ADR-010). */
export class Refused {
  constructor(
    readonly message: string,
    readonly code: string,
  ) {}
}

export type Answered<Result> = Result | Answer<Result> | Refused;

export const answer = <Result>(result: Result, facts: AnswerFacts): Answer<Result> => new Answer(result, facts);

export const refused = (message: string, code = 'REFUSED'): Refused => new Refused(message, code);
