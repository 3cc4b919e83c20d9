import { kindOfRule, messageOf, RuleBroken, type Language } from '#domain';
import { refused, type Refused } from '../http/answer.js';

/** Passing the audit and confirming receipt answer a rule's refusal with 200 and `success: false` (ADR-010); all else stays an error. */
export const refusedOr = async <Result>(language: Language, act: () => Promise<Result>): Promise<Result | Refused> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof RuleBroken && kindOfRule(error.code) === 'refused')
      return refused(messageOf(error.code, error.params, language), error.code);
    throw error;
  }
};
