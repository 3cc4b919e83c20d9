import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Tooltip } from '@blueprintjs/core';
import {
  CaretDown,
  LogOut,
  Maximize,
  Menu as MenuIcon,
  Minimize,
  Person,
  Tick,
  User,
  WarningSign,
} from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { Link, NavLink, useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { toastWarning } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { avatarOf } from '../../lib/avatar.js';
import { useBranding } from '../../lib/branding.js';
import { reportFailure, errorLog } from '../../lib/failures.js';
import { roleName } from '../../lib/role-names.js';
import { signOut, switchRole } from '../../lib/session.js';
import { Bell } from '../../screens/notifications/bell.js';
import { dateTime } from '../../lib/china-time.js';
import { useStore } from '../../lib/store.js';
import { confirmDiscardUnsaved } from '../open-views.js';
import { findScreen, useRegistry } from '../route-registry.js';
import { texts } from '../texts.js';
import { Search } from './search.js';
import { ServiceWidget } from './service-widget.js';
import { Settings } from './settings.js';
import { userCentrePath } from './titles.js';

/** Errors of this page since it was opened, with a badge that counts them (NAV-012). */
const ErrorLog = () => {
  const t = useTexts(texts);
  const entries = useStore(errorLog);
  const list = (
    <div className="error-log">
      <div className="row">
        <span className="strong">{t('errorLog')}</span>
        <Button
          className="push"
          size="small"
          variant="minimal"
          text={t('clearErrors')}
          disabled={entries.length === 0}
          onClick={() => errorLog.set([])}
        />
      </div>
      {entries.length === 0 && <p className="muted dense">{t('noErrors')}</p>}
      {entries.map((entry) => (
        <div key={`${entry.at.getTime()}${entry.source}${entry.message}`} className="error-entry">
          <div className="dense">{entry.message}</div>
          <div className="aux muted numeric">
            {[dateTime(entry.at), entry.source, entry.requestId].filter(Boolean).join('　')}
          </div>
        </div>
      ))}
    </div>
  );
  return (
    <PopoverNext content={list} placement="bottom-end" animation="minimal">
      <Button
        variant="minimal"
        size="large"
        aria-label={t('errorLogCount', { n: entries.length })}
        icon={
          <span className="with-badge">
            <WarningSign size={18} />
            {entries.length > 0 && <i className="badge">{entries.length}</i>}
          </span>
        }
      />
    </PopoverNext>
  );
};

/** The platform's own mark, for origins without a logo. */
const Logo = ({ size = 40, src }: { size?: number; src?: string | undefined }) =>
  src ? (
    <img className="logo" src={src} alt="" height={size} />
  ) : (
    <svg className="logo" width={size} height={size} viewBox="0 0 40 40" aria-hidden>
      <rect width="40" height="40" rx="6" fill="#2d72d2" />
      <path
        d="M20 8l10.4 6v12L20 32 9.6 26V14z M9.6 14L20 20l10.4-6M20 20v12"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M14 24.5l3 1.7" stroke="#9fc6ff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );

/**
 * The link to the own account for roles without a user centre, whose menu under the name only signs out (SH-002). It is
 * at the foot of the sidebar.
 */
export const OwnAccountEntry = ({ user, open }: { user: UserInfo; open: boolean }) => {
  const t = useTexts(texts);
  if (userCentrePath(user) !== null) return null;
  return (
    <NavLink
      to="/account"
      className={({ isActive }) => `side-entry${isActive ? ' current' : ''}`}
      title={open ? undefined : t('ownAccount')}
      aria-label={open ? undefined : t('ownAccount')}
    >
      <User />
      {open && <span className="ellipsis">{t('ownAccount')}</span>}
    </NavLink>
  );
};

/** The own account, and the choice of the active role for users with several roles (002 AU-009). */
const OwnAccountItems = ({ user }: { user: UserInfo }) => {
  const t = useTexts(texts);
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
      {userCentrePath(user) !== null && (
        <MenuItem icon={<User />} text={t('ownAccount')} onClick={() => void navigate('/account')} />
      )}
      {all.length > 1 && (
        <>
          <MenuDivider title={t('workAs')} />
          {choice('', t('allRoles'), user.roles.length === all.length)}
          {all.map((role) => choice(role, roleName(role), user.roles.length === 1 && user.roles.includes(role)))}
          <MenuDivider />
        </>
      )}
    </>
  );
};

/** Brand of this console: logo, system name and unit of the origin, otherwise the defaults (NAV-002, NAV-012). */
export const Brand = ({ size = 40 }: { size?: number }) => {
  const t = useTexts(texts);
  const branding = useBranding();
  const name = branding?.systemName || t('systemName');
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <div className="brand">
      <Logo size={size} src={branding?.logo || undefined} />
      <div className="brand-text">
        <div className="brand-name" title={name}>
          {name}
        </div>
        {branding?.testUnitName && <div className="brand-unit">{branding.testUnitName}</div>}
      </div>
    </div>
  );
};

export const Header = ({ user, onMenu }: { user: UserInfo | null; onMenu?: (() => void) | undefined }) => {
  const t = useTexts(texts);
  return (
    <header className="header bp6-dark">
      {onMenu && (
        <Button
          variant="minimal"
          size="large"
          icon={<MenuIcon size={20} />}
          aria-label={t('openMenu')}
          onClick={onMenu}
        />
      )}
      {user ? (
        <Link to="/" className="brand-home">
          <Brand />
        </Link>
      ) : (
        <Brand />
      )}
      <div className="header-tools push">
        {user && <Search user={user} />}
        <ServiceWidget />
        {!onMenu && <Settings />}
        {user && <Bell />}
        <ErrorLog />
        <Fullscreen />
        {user && (
          <>
            <span className="header-line" />
            <Account user={user} />
          </>
        )}
      </div>
    </header>
  );
};

const Fullscreen = () => {
  const t = useTexts(texts);
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const updateState = () => setIsFullscreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', updateState);
    return () => document.removeEventListener('fullscreenchange', updateState);
  }, []);
  const toggle = async () => {
    if (!document.fullscreenEnabled) return toastWarning(t('noFullscreen'));
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  };
  const label = t(isFullscreen ? 'leaveFullscreen' : 'fullscreen');
  return (
    <span className="only-wide">
      <Tooltip content={label}>
        <Button
          variant="minimal"
          size="large"
          icon={isFullscreen ? <Minimize size={18} /> : <Maximize size={18} />}
          aria-label={label}
          onClick={() => void toggle()}
        />
      </Tooltip>
    </span>
  );
};

const Account = ({ user }: { user: UserInfo }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const routes = useRegistry();
  const centre = userCentrePath(user);
  const signOutAndLeave = async () => {
    if (!(await confirmDiscardUnsaved(user.userId))) return;
    await signOut().catch(() => undefined);
    await navigate('/login', { replace: true });
  };
  const menu = (
    <Menu>
      {centre && findScreen(routes, centre) && (
        <MenuItem icon={<Person />} text={t('userCentre')} onClick={() => void navigate(centre)} />
      )}
      <OwnAccountItems user={user} />
      <MenuItem icon={<LogOut />} text={t('signOut')} onClick={() => void signOutAndLeave()} />
    </Menu>
  );
  return (
    <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal">
      <button type="button" className="account" aria-label={t('account')}>
        <span className="avatar">
          <img src={avatarOf(user)} alt="" />
        </span>
        <span className="account-text">
          <span className="account-name">{t('welcome', { name: user.name })}</span>
          <span className="brand-unit">{user.unitName || t('notLinked')}</span>
        </span>
        <CaretDown size={14} />
      </button>
    </PopoverNext>
  );
};
