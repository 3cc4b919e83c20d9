import { useQuery } from '@tanstack/react-query';
import { type BaseStandard, getAllStandard } from '#contract';
import type { Suggestion } from '../../components/suggest-input.js';
import { readOf } from '../../lib/queries.js';

/** Every standard there is: a few hundred, so choosing among them asks nobody. */
export const useStandards = (): readonly BaseStandard[] =>
  useQuery({ ...readOf(getAllStandard, { maxResultCount: 1000 }), staleTime: 60_000, meta: { quiet: true } }).data
    ?.items ?? NONE;
const NONE: readonly BaseStandard[] = [];

/** Parts of a key that names a standard, or one of its clauses. */
const MARK = '#';
export const keyOf = (standardId: string, clauseCode = ''): string =>
  clauseCode ? `${standardId}${MARK}${clauseCode}` : standardId;
export const partsOf = (key: string): { standardId: string; clauseCode: string } => {
  const [standardId = '', clauseCode = ''] = key.split(MARK);
  return { standardId, clauseCode };
};

/** Standards to choose from, and with `clauses` their clauses too; those in force first. */
export const standardSuggestions = (standards: readonly BaseStandard[], clauses = false): Suggestion[] =>
  standards
    .toSorted((left, right) => Number(left.isExpired) - Number(right.isExpired))
    .flatMap(({ id, printsManCode, baseStandardName, clauseCodes }) => [
      { id: keyOf(id), value: printsManCode, note: baseStandardName },
      ...(clauses
        ? clauseCodes.map((clause) => ({
            id: keyOf(id, clause),
            value: `${printsManCode} ${clause}`,
            note: baseStandardName,
          }))
        : []),
    ]);
