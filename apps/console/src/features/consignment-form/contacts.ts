import { useQuery } from '@tanstack/react-query';
import { getSystemUserList } from '#contract';
import type { Suggestion } from '../../components/suggest-input.js';
import { readOf } from '../../lib/queries.js';

/** One call brings everybody of a unit (K-007). */
const EVERYBODY = { page: 1, size: 999 } as const;

/** Who may stand as contact: the active users of one's own unit, with their phones. Anybody else can be typed (API-035). */
export const useContacts = (): Suggestion[] => {
  const people =
    useQuery({ ...readOf(getSystemUserList, EVERYBODY), staleTime: 60_000, meta: { quiet: true } }).data?.items ?? [];
  return people.filter(({ isActive }) => isActive).map(({ id, name, phone }) => ({ id, value: name, note: phone }));
};
