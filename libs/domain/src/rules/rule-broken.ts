import type { RuleCode } from './rule-kinds.js';

/**
 * Values for the {placeholders} of a message. `status` and `action` are a ConsignStatus and an ActionName; they are
 * shown by name in the reader's language, like `reportStatus`, `toStatus` and `reportAction`. A value that is a Problem
 * is the cause of this problem and is shown as its message in the same language.
 */
export type RuleParams = Readonly<Record<string, string | number | Problem>>;

/** One problem. `path` is the member of the request, spelled as in the specification, e.g. "jzphone.0". */
export type Problem = { code: RuleCode; params: RuleParams; path?: string };

/**
 * A business rule refuses a command. `problems` holds all problems in the order in which they are shown; `code` is the
 * code of the first.
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

/**
 * Throws if there are problems.
 * @throws RuleBroken with all problems given.
 */
export const refuseIf = (problems: Problem | readonly Problem[] | null): void => {
  const [first, ...others] =
    problems === null ? [] : Array.isArray(problems) ? (problems as readonly Problem[]) : [problems as Problem];
  if (first) throw new RuleBroken(first, ...others);
};
