import { Button, Drawer, Tooltip, useHotkeys } from '@blueprintjs/core';
import { Cross, MenuClosed, MenuOpen } from '@blueprintjs/icons';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { letterShortcuts, sidebarOpen } from '../../lib/preferences.js';
import { useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import {
  isInMenu,
  accessKeysOfUser,
  MENU_GROUPS,
  type RouteEntry,
  findScreen,
  flattenScreens,
} from '../route-registry.js';
import { texts } from '../texts.js';
import { HelpBox, HelpEntry } from './help-box.js';
import { OwnAccountEntry } from './header.js';
import { SettingsList } from './settings.js';
import { parentScreen } from './titles.js';

type SidebarProps = {
  entries: readonly RouteEntry[];
  /** The parent that the current page gave itself. */
  ownParent: string | null;
  narrow: boolean;
  drawerOpen: boolean;
  onCloseDrawer(): void;
};

/** Menu of the permitted screens by group; 220 px, 56 closed, a drawer below 1024 (NAV-013, NAV-016). */
export const Sidebar = ({ entries, ownParent, narrow, drawerOpen, onCloseDrawer }: SidebarProps) => {
  const t = useTexts(texts);
  const open = useStore(sidebarOpen);
  const user = useUser();
  const hasLetterShortcuts = useStore(letterShortcuts);
  useHotkeys(
    useMemo(
      () =>
        hasLetterShortcuts
          ? [
              {
                combo: '[',
                global: true,
                label: t('collapse'),
                group: t('everywhere'),
                onKeyDown: () => sidebarOpen.set((current) => !current),
              },
            ]
          : [],
      [t, hasLetterShortcuts],
    ),
  );
  if (narrow) {
    return (
      <Drawer
        isOpen={drawerOpen}
        onClose={onCloseDrawer}
        position="left"
        size={260}
        isCloseButtonShown={false}
        className="side-drawer"
        title={
          <span className="row">
            <span>{t('menu')}</span>
            <Button
              className="push"
              variant="minimal"
              icon={<Cross />}
              aria-label={t('closeMenu')}
              onClick={onCloseDrawer}
            />
          </span>
        }
      >
        <div className="sidebar">
          <MenuEntries entries={entries} ownParent={ownParent} open />
          <HelpBox />
          <div className="side-foot">
            <OwnAccountEntry user={user} open />
            <HelpEntry open onShow={() => undefined} />
          </div>
          <SettingsList />
        </div>
      </Drawer>
    );
  }
  return (
    <aside className="sidebar">
      <MenuEntries entries={entries} ownParent={ownParent} open={open} />
      {open && <HelpBox />}
      <div className="side-foot">
        <OwnAccountEntry user={user} open={open} />
        <HelpEntry open={open} onShow={() => sidebarOpen.set(true)} />
        <button
          type="button"
          className="side-entry"
          aria-expanded={open}
          title={open ? undefined : t('expand')}
          onClick={() => sidebarOpen.set(!open)}
        >
          {open ? <MenuClosed /> : <MenuOpen />}
          {open && (
            <>
              <span>{t('collapse')}</span>
              <span className="key-hint push">[</span>
            </>
          )}
        </button>
      </div>
    </aside>
  );
};

const MenuEntries = ({ entries, ownParent, open }: Pick<SidebarProps, 'entries' | 'ownParent'> & { open: boolean }) => {
  const t = useTexts(texts);
  const { pathname, search } = useLocation();
  const currentScreen = findScreen(entries, pathname);
  const branding = useBranding();
  const roles = accessKeysOfUser(useUser());
  const currentPath = currentScreen?.menu
    ? currentScreen.path
    : parentScreen(entries, currentScreen, roles, { search, ownParent })?.path;
  const screens = flattenScreens(entries).filter(
    (entry) => isInMenu(entry, roles) && (entry.menu?.isVisible?.(branding) ?? true),
  );
  const menu = useRef<HTMLElement>(null);
  // A menu longer than the window scrolls to the open page, whichever way the user came.
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [currentPath, open, screens.length]);
  return (
    <nav ref={menu} className="side-menu" aria-label={t('menu')}>
      {MENU_GROUPS.map((group) => {
        const members = screens.filter((entry) => entry.menu?.group === group);
        if (members.length === 0) return null;
        return (
          <div key={group}>
            {group !== 'home' &&
              (open ? <div className="side-group">{t(`group.${group}`)}</div> : <div className="side-line" />)}
            {members.map((entry) => {
              const Badge = entry.menu?.badge;
              const title = entry.title?.() ?? '';
              const link = (
                <Link
                  to={entry.path}
                  className={`side-entry${entry.path === currentPath ? ' current' : ''}`}
                  aria-current={entry.path === currentPath ? 'page' : undefined}
                  aria-label={open ? undefined : title}
                >
                  {entry.menu?.icon}
                  {open && (
                    <>
                      <span className="ellipsis">{title}</span>
                      {Badge && <Badge />}
                    </>
                  )}
                </Link>
              );
              return open ? (
                <div key={entry.path}>{link}</div>
              ) : (
                <Tooltip key={entry.path} content={title} placement="right">
                  {link}
                </Tooltip>
              );
            })}
          </div>
        );
      })}
    </nav>
  );
};
