import { useQuery } from '@tanstack/react-query';
import { getUserRoles } from '#contract';
import { ROLE } from '#events';
import { textOf } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { texts } from './texts.js';

/** Roles of the platform's own staff: what an account of no unit can be given. */
export const PLATFORM_ROLES = [ROLE.admin, ROLE.auditor, ROLE.operator] as const;

const isOfThePlatform = (role: string): role is (typeof PLATFORM_ROLES)[number] =>
  PLATFORM_ROLES.some((known) => known === role);

/** Built-in roles by what they are called; others by their names. */
export const roleLabel = (role: string): string => (isOfThePlatform(role) ? textOf(texts, role) : role);

const BUILT_IN: readonly string[] = Object.values(ROLE);

/** Roles that the administrator made, which an account can be given, and what each role of an account is called. */
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
