import { Button, Menu, MenuItem, PopoverNext, Tooltip } from '@blueprintjs/core';
import { CaretDown, LogOut, Maximize, Menu as MenuIcon, Minimize, Person } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { warn } from '../../components/toaster.js';
import { Bell } from '../../features/notifications/bell.js';
import { useTexts } from '../../i18n/texts.js';
import { avatarOf } from '../../lib/avatar.js';
import { useBranding } from '../../lib/branding.js';
import { signOut } from '../../lib/session.js';
import { mayForgetWork } from '../forget-work.js';
import { screenAt } from '../route-registry.js';
import { useRegistry } from '../routes-context.js';
import { texts } from '../texts.js';
import { ErrorLog } from './error-log.js';
import { Logo } from './logo.js';
import { OwnAccountItems } from './own-account-items.js';
import { Search } from './search.js';
import { ServiceWidget } from './service-widget.js';
import { Settings } from './settings.js';
import { centreOf } from './user-centre.js';

/** Who runs this console: logo, system name and unit of the origin, else the defaults (NAV-002, NAV-012). */
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
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const toggle = async () => {
    if (!document.fullscreenEnabled) return warn(t('noFullscreen'));
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  };
  const label = t(full ? 'leaveFullscreen' : 'fullscreen');
  return (
    <span className="only-wide">
      <Tooltip content={label}>
        <Button
          variant="minimal"
          size="large"
          icon={full ? <Minimize size={18} /> : <Maximize size={18} />}
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
  const centre = centreOf(user);
  const leave = async () => {
    if (!(await mayForgetWork(user.userId))) return;
    await signOut().catch(() => undefined);
    await navigate('/login', { replace: true });
  };
  const menu = (
    <Menu>
      {centre && screenAt(routes, centre) && (
        <MenuItem icon={<Person />} text={t('userCentre')} onClick={() => void navigate(centre)} />
      )}
      <OwnAccountItems user={user} />
      <MenuItem icon={<LogOut />} text={t('signOut')} onClick={() => void leave()} />
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
