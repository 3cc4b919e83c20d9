import { ContextMenu, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Cross, Refresh } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/texts.js';
import type { OpenView } from '../open-views.js';
import { useRegistry } from '../route-registry.js';
import { texts } from '../texts.js';
import { findRouteEntry, viewTitle } from './titles.js';

/** The home tab always stands, first and without a cross, for everybody who has a home page. */
const HOME = '/dashboard';

type TabStripProps = {
  views: readonly OpenView[];
  current: string | null;
  onClose(key: string): void;
  onRefresh(key: string): void;
  onCloseOthers(key: string): void;
  onCloseAll(): void;
};

/** Visited views; the right-click menu refreshes and closes (NAV-014). Middle click closes. */
export const TabStrip = ({ views, current, onClose, onRefresh, onCloseOthers, onCloseAll }: TabStripProps) => {
  const t = useTexts(texts);
  const routes = useRegistry();
  return (
    <nav className="tab-strip" aria-label={t('tabs')}>
      {findRouteEntry(routes, HOME) && !views.some((view) => view.path === HOME) && (
        <div className="tab">
          <Link to={HOME}>{viewTitle(routes, { path: HOME, ownTitle: null })}</Link>
        </div>
      )}
      {views.map((view) => {
        const title = viewTitle(routes, view);
        return (
          <ContextMenu
            key={view.key}
            content={
              <Menu>
                <MenuItem icon={<Refresh />} text={t('refreshTab')} onClick={() => onRefresh(view.key)} />
                <MenuItem icon={<Cross />} text={t('closeTab')} onClick={() => onClose(view.key)} />
                <MenuDivider />
                <MenuItem
                  text={t('closeOthers')}
                  disabled={views.length === 1}
                  onClick={() => onCloseOthers(view.key)}
                />
                <MenuItem text={t('closeAll')} onClick={onCloseAll} />
              </Menu>
            }
          >
            <div
              className={`tab${view.key === current ? ' current' : ''}`}
              onAuxClick={(event) => event.button === 1 && onClose(view.key)}
            >
              <Link to={view.location} aria-current={view.key === current ? 'page' : undefined}>
                {view.unsaved && <i className="tab-unsaved" title={t('unsaved')} />}
                {title}
              </Link>
              {view.path !== HOME && (
                <button type="button" aria-label={t('closeNamed', { name: title })} onClick={() => onClose(view.key)}>
                  <Cross size={12} />
                </button>
              )}
            </div>
          </ContextMenu>
        );
      })}
    </nav>
  );
};
