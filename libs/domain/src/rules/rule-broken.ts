import type { RuleCode } from './rule-kinds.js';

/**
 * Values for the {placeholders} of a message. `status` and `action` are a ConsignStatus and an ActionName, named in the
 * reader's language, as are `reportStatus`, `toStatus` and `reportAction`. A problem among them is said in the same
 * language: the cause of this one.
 */
export type RuleParams = Readonly<Record<string, string | number | Problem>>;

/**
 * One thing that is wrong; `path` names the member of the request it is about, as the specification spells it, e.g.
 * "jzphone.0".
 */
export type Problem = { code: RuleCode; params: RuleParams; path?: string };

/**
 * A rule of the business says no. `problems` holds everything found wrong, in the order it is to be told; the first is
 * `code`.
 */
export class RuleBroken extends Error {
  readonly code: RuleCode;
  readonly params: RuleParams;
  readonly problems: readonly Problem[];

  constructor(first: Problem, ...others: Problem[]) {
    super(first.code);
    this.name = 'RuleBroken';
    this.code = first.code;
    this.params = first.params;
    this.problems = [first, ...others];
  }
}

export const problem = (code: RuleCode, params: RuleParams = {}, path?: string): Problem => ({
  code,
  params,
  ...(path === undefined ? {} : { path }),
});

/** Passes when there is nothing wrong. @throws RuleBroken with all problems given. */
export const refuseIf = (found: Problem | readonly Problem[] | null): void => {
  const [first, ...others] =
    found === null ? [] : Array.isArray(found) ? (found as readonly Problem[]) : [found as Problem];
  if (first) throw new RuleBroken(first, ...others);
};
