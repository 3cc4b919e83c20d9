import { useQuery } from '@tanstack/react-query';
import { getUserRoles } from '#contract';
import { ROLE } from '#events';
import { textOf } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { texts } from './texts.js';

/** Roles of the platform's own staff, for accounts without a unit. */
export const PLATFORM_ROLES = [ROLE.admin, ROLE.auditor, ROLE.operator] as const;

const BUILT_IN = Object.values(ROLE);

const isBuiltIn = (role: string): role is (typeof BUILT_IN)[number] => BUILT_IN.some((each) => each === role);

/** The label of a built-in role, or the name of a custom one. */
export const roleLabel = (role: string): string => (isBuiltIn(role) ? textOf(texts, role) : role);

/** The custom roles that an account can get, and the label of each role of an account. */
export const useRoleNames = () => {
  const { data } = useQuery({
    queryKey: [getUserRoles.name],
    queryFn: ({ signal }) => callOperation(getUserRoles, { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  });
  const customRoles = (data?.items ?? []).filter(({ name }) => !isBuiltIn(name));
  return {
    customRoles,
    labelOf: (role: string): string => customRoles.find(({ name }) => name === role)?.displayName ?? roleLabel(role),
  };
};
