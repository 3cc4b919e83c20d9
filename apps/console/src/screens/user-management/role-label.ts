import { useQuery } from '@tanstack/react-query';
import { getUserRoles } from '#contract';
import { ROLE } from '#events';
import { textOf } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { texts } from './texts.js';

/** Roles of the platform's own staff, for accounts without a unit. */
export const PLATFORM_ROLES = [ROLE.admin, ROLE.auditor, ROLE.operator] as const;

const isOfThePlatform = (role: string): role is (typeof PLATFORM_ROLES)[number] =>
  PLATFORM_ROLES.some((candidate) => candidate === role);

/** Built-in roles by their labels; others by their names. */
export const roleLabel = (role: string): string => (isOfThePlatform(role) ? textOf(texts, role) : role);

const BUILT_IN: readonly string[] = Object.values(ROLE);

/** The custom roles that an account can get, and the label of each role of an account. */
export const useRoleNames = () => {
  const { data } = useQuery({
    queryKey: [getUserRoles.name],
    queryFn: ({ signal }) => callOperation(getUserRoles, { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  });
  const made = (data?.items ?? []).filter(({ name }) => !BUILT_IN.includes(name));
  return {
    made,
    labelOf: (role: string): string => made.find(({ name }) => name === role)?.displayName ?? roleLabel(role),
  };
};
