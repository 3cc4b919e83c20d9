import type { HistoryRow } from '#contract';
import { ROLE } from '#events';
import { withVia } from '../../components/via-lab-system.js';
import type { Translate } from '../../i18n/texts.js';
import type { texts } from './texts.js';

export type HistoryText = Translate<keyof typeof texts.zh>;
export type Actor = Pick<HistoryRow, 'userName' | 'role' | 'unitName' | 'via'>;

const ROLES = ['委托单位角色', '检测单位角色', 'admin', 'auditor', 'operator'] as const;
const roleOf = (role: string, t: HistoryText): string => {
  const known = ROLES.find((one) => one === role);
  return known ? t(`role.${known}`) : role;
};

/** Who did it, in a narrow place: the client's own people by name, others with their side. */
export const actorWords = ({ userName, role }: Actor, t: HistoryText): string => {
  if (userName === '') return t('system');
  return role === ROLE.client ? userName : t('someone', { name: userName, role: roleOf(role, t) });
};

/** The same with the unit, where there is room. */
export const actorInFull = (actor: Actor, t: HistoryText): string => {
  const { userName, role, unitName } = actor;
  return withVia(
    userName === '' ? t('system') : t('someone', { name: userName, role: unitName || roleOf(role, t) }),
    actor,
  );
};
