import type { KeptParameter } from '#contract';
import { problem, type Problem } from '#domain';

/** Whether a price is one by script, and the words that tell how it is made up; they are kept while the kind is chosen. */
export type ScriptDraft = { byScript: boolean; scriptDescription: string };

export const scriptDraftOf = ({ scriptDescription }: Pick<KeptParameter, 'scriptDescription'>): ScriptDraft => ({
  byScript: scriptDescription !== null,
  scriptDescription: scriptDescription ?? '',
});

type PriceDraft = ScriptDraft & Pick<KeptParameter, 'price' | 'sharedPrice' | 'sharedPriceQualifier'>;
const PRICE_MEMBERS = ['byScript', 'scriptDescription', 'price', 'sharedPrice', 'sharedPriceQualifier'] as const;

/** The same rules as the service’s: an amount is always asked for, the rest of who changes the price, for one from before the rules stays in nobody’s way. */
export const scriptDraftProblems = (first: PriceDraft, draft: PriceDraft): Problem[] =>
  draft.byScript
    ? [
        ...amountProblems(draft),
        ...(PRICE_MEMBERS.some((member) => first[member] !== draft[member]) ? changedProblems(draft) : []),
      ]
    : [];

const amountProblems = ({ price }: PriceDraft): Problem[] =>
  price.trim() === '' ? [problem('SCRIPT_WITHOUT_PRICE', {}, 'price')] : [];
const changedProblems = ({ scriptDescription, sharedPrice }: PriceDraft): Problem[] => [
  ...(scriptDescription.trim() === '' ? [problem('SCRIPT_WITHOUT_WORDS', {}, 'scriptDescription')] : []),
  ...(sharedPrice.trim() === '' ? [] : [problem('SCRIPT_PRICE_SHARED', {}, 'sharedPrice')]),
];

/** What is sent of it: words that are new, null where the price becomes the parameter's own again, nothing where it stays as it is. */
export const changedScript = (first: ScriptDraft, draft: ScriptDraft): { scriptDescription?: string | null } => {
  if (!draft.byScript) return first.byScript ? { scriptDescription: null } : {};
  return first.byScript && first.scriptDescription === draft.scriptDescription
    ? {}
    : { scriptDescription: draft.scriptDescription.trim() };
};
