import { MenuDivider, MenuItem } from '@blueprintjs/core';
import { Tick, User } from '@blueprintjs/icons';
import { NavLink, useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { defineTexts, useTexts } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { switchRole } from '../../lib/session.js';
import { texts as app } from '../texts.js';
import { centreOf } from './user-centre.js';

const texts = defineTexts('own-account', {
  zh: { own: '我的账号', roles: '以角色办理', all: '全部角色' },
  en: { own: 'My account', roles: 'Work as', all: 'All roles' },
  es: { own: 'Mi cuenta', roles: 'Trabajar como', all: 'Todos los roles' },
});
const NAMED = ['委托单位角色', '检测单位角色', 'admin', 'auditor', 'operator'] as const;
const isNamed = (role: string): role is (typeof NAMED)[number] => NAMED.some((name) => name === role);

/** The way to the own account for roles without a user centre, whose menu under the name is only for leaving (SH-002): at the foot of the sidebar. */
export const OwnAccountEntry = ({ user, open }: { user: UserInfo; open: boolean }) => {
  const t = useTexts(texts);
  if (centreOf(user) !== null) return null;
  return (
    <NavLink
      to="/account"
      className={({ isActive }) => `side-entry${isActive ? ' current' : ''}`}
      title={open ? undefined : t('own')}
      aria-label={open ? undefined : t('own')}
    >
      <User />
      {open && <span className="ellipsis">{t('own')}</span>}
    </NavLink>
  );
};

/** The own account, and for who has several roles which of them counts (002 AU-009). */
export const OwnAccountItems = ({ user }: { user: UserInfo }) => {
  const t = useTexts(texts);
  const words = useTexts(app);
  const navigate = useNavigate();
  const all = user.allRoles ?? user.roles;
  const go = async (role: string) => {
    try {
      await switchRole(role);
      await navigate('/');
    } catch (error) {
      reportFailure(error);
    }
  };
  const choice = (role: string, label: string, isOn: boolean) => (
    <MenuItem
      key={label}
      role="menuitemradio"
      aria-checked={isOn}
      text={label}
      {...(isOn ? { labelElement: <Tick /> } : {})}
      onClick={() => void go(role)}
    />
  );
  return (
    <>
      {centreOf(user) !== null && (
        <MenuItem icon={<User />} text={t('own')} onClick={() => void navigate('/account')} />
      )}
      {all.length > 1 && (
        <>
          <MenuDivider title={t('roles')} />
          {choice('', t('all'), user.roles.length === all.length)}
          {all.map((role) =>
            choice(
              role,
              isNamed(role) ? words(`role.${role}`) : role,
              user.roles.length === 1 && user.roles.includes(role),
            ),
          )}
          <MenuDivider />
        </>
      )}
    </>
  );
};
