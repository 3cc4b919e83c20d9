import type { cancelConsignInfo } from '#contract';
import { kindOfRule, messageOf, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import { ruleRefusal, type RuleRefusal, type InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';

/** The input of the calls for several consignments, from the query or from the body (000.md 22). */
export type BulkInput = InputOf<typeof cancelConsignInfo>;

/** @throws Problem 400 if no id was sent */
export const requireIds = ({ ids }: BulkInput): string[] => {
  if (!ids) throw Problem.invalid([{ path: 'ids', message: 'at least one id is needed' }]);
  return ids;
};

/** The reason. The calls have three names for it. */
export const reasonIn = ({ remark, reason, description }: BulkInput): string => remark ?? reason ?? description ?? '';

/** For calls that respond to the refusal of a rule with 200 and `success: false` (ADR-010). Other errors are thrown. */
export const catchRefusal = async <Result>(
  language: Language,
  act: () => Promise<Result>,
): Promise<Result | RuleRefusal> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof RuleBroken && kindOfRule(error.code) === 'refused')
      return ruleRefusal(messageOf(error.code, error.params, language), error.code);
    throw error;
  }
};
