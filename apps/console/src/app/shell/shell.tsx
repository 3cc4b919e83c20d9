import { ContextMenu, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Time, WarningSign, Cross, Refresh } from '@blueprintjs/icons';
import {
  Activity,
  type Dispatch,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useLocation, useNavigate, Link } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { LoadingPage } from '../../components/page-states.js';
import { ZoneNotice } from '../../components/zone-notice.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { laggingLists, type ListLag } from '../../lib/list-lag.js';
import { sidebarOpen } from '../../lib/preferences.js';
import { queryClient } from '../../lib/queries.js';
import { useUser } from '../../lib/session.js';
import { useStore } from '../../lib/store.js';
import { readToken } from '../../lib/token.js';
import { ViewContext } from '../../lib/view.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import type { RouteDecision } from '../guard.js';
import { viewAddress, type OpenView, openViewsReducer, type ViewAction, viewKeyOf } from '../open-views.js';
import { PageBoundary } from '../page-boundary.js';
import { accessKeysOfUser, filterRoutesByRole, findScreen, useRegistry } from '../route-registry.js';
import { texts } from '../texts.js';
import { Header } from './header.js';
import { Sidebar } from './sidebar.js';
import { findRouteEntry, viewTitle, breadcrumbs } from './titles.js';

/** The home tab is always open, first and without a cross, for users who have a home page. */
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
const TabStrip = ({ views, current, onClose, onRefresh, onCloseOthers, onCloseAll }: TabStripProps) => {
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

/**
 * Below this width the console is on a phone or a tablet: the sidebar is a drawer, and there is no tab strip (NAV-016,
 * K-008).
 */
const NARROW_BREAKPOINT = 1024;

const useIsNarrow = (): boolean => !useWiderThan(NARROW_BREAKPOINT);

/** The lag of the lists that the current page has read; hidden pages and the frame around it do not count. */
const pageLag = (): ListLag | null => {
  const lagging = laggingLists.get();
  if (lagging.size === 0) return null;
  const activeQueries = queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ meta }) => !meta?.frame });
  const lags = new Set(activeQueries.map(({ queryKey: [operation] }) => lagging.get(String(operation))));
  return lags.has('setAside') ? 'setAside' : lags.has('stale') ? 'stale' : null;
};

/** Whether a list of the current page lags. */
const usePageLag = (): ListLag | null => {
  const subscribe = useCallback((changed: () => void) => {
    const unsubscribers = [laggingLists.subscribe(changed), queryClient.getQueryCache().subscribe(changed)];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, []);
  return useSyncExternalStore(subscribe, pageLag);
};

/** Shown above a page whose list is incomplete: what is missing, and that nothing is lost. */
const LagNotice = () => {
  const t = useTexts(texts);
  const state = usePageLag();
  if (state === null) return null;
  return (
    <div className={`note behind-note ${state === 'setAside' ? 'warning' : 'info'}`} role="status">
      {state === 'setAside' ? <WarningSign size={14} /> : <Time size={14} />}
      <span>{t(state === 'setAside' ? 'listIncomplete' : 'listStale')}</span>
    </div>
  );
};

/**
 * Filing number and support contact of this origin (NAV-015), after the time zone of all times if the browser has
 * another.
 */
const Footer = () => {
  const t = useTexts(texts);
  const branding = useBranding();
  return (
    <footer className="footer">
      <ZoneNotice />
      {branding?.filingNumber && <span>{branding.filingNumber}</span>}
      {branding?.supportContact && <span>{t('support', { contact: branding.supportContact })}</span>}
    </footer>
  );
};

type ViewProps = { view: OpenView; dispatch: Dispatch<ViewAction>; close(key: string): void };

const ViewPane = ({ view, dispatch, close }: ViewProps) => {
  useTranslation();
  const routes = useRegistry();
  const keys = accessKeysOfUser(useUser());
  const { key, path } = view;
  const title = viewTitle(routes, view);
  const entry = findRouteEntry(routes, path);
  const setTitle = useCallback(
    (ownTitle: string | null) => dispatch({ type: 'title', key, title: ownTitle }),
    [dispatch, key],
  );
  const setParent = useCallback((parent: string | null) => dispatch({ type: 'parent', key, parent }), [dispatch, key]);
  const setUnsaved = useCallback((unsaved: boolean) => dispatch({ type: 'unsaved', key, unsaved }), [dispatch, key]);
  const value = {
    key,
    title: entry?.title?.() ?? title,
    trail: breadcrumbs(routes, view, keys),
    setTitle,
    setParent,
    setUnsaved,
    close: () => close(key),
  };
  const Page = entry?.element;
  return (
    <ViewContext value={value}>
      <div className="view">
        <PageBoundary onReload={() => dispatch({ type: 'refresh', key })}>
          <Suspense fallback={<LoadingPage />}>
            {/* The view still sees its own address while another tab is current. */}
            <Routes location={view.location}>
              <Route path={path} element={Page ? <Page /> : null} />
            </Routes>
          </Suspense>
        </PageBoundary>
      </div>
    </ViewContext>
  );
};

/** The open views: the current one is visible, the others stay alive behind it (NAV-014). */
const ViewOutlet = ({
  views,
  current,
  dispatch,
  close,
}: { views: readonly OpenView[]; current: string | null } & Omit<ViewProps, 'view'>) =>
  views
    .filter((view) => view.cached || view.key === current)
    .map((view) => (
      <Activity key={`${view.key}#${view.mountCount}`} mode={view.key === current ? 'visible' : 'hidden'}>
        <ViewPane view={view} dispatch={dispatch} close={close} />
      </Activity>
    ));

/**
 * The signed-in console: header, sidebar, tabs and the open views. It stays mounted, so that views keep their input.
 */
export const Shell = ({ user, admission }: { user: UserInfo; admission: RouteDecision }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const location = useLocation();
  const narrow = useIsNarrow();
  const isSidebarOpen = useStore(sidebarOpen);
  // The drawer is open only for the address at which it was opened, so every navigation closes it.
  const [drawerAddress, setDrawerAddress] = useState<string | null>(null);
  const [views, dispatch] = useReducer(openViewsReducer, []);
  const routes = useRegistry();
  const permitted = useMemo(() => filterRoutesByRole(routes, accessKeysOfUser(user)), [routes, user]);

  const entry = admission.kind === 'show' && !admission.entry.isPublic ? admission.entry : null;
  const visit = useMemo(
    (): Extract<ViewAction, { type: 'visit' }> | null =>
      entry && {
        type: 'visit',
        key: viewKeyOf(location.pathname, location.search, entry.tabParams),
        path: entry.path,
        location,
        cached: !entry.noCache,
      },
    [entry, location],
  );
  useEffect(() => {
    if (visit) dispatch(visit);
  }, [visit]);
  const refreshTo = admission.kind === 'refresh' ? admission.to : null;
  useEffect(() => {
    if (refreshTo === null) return;
    const { pathname, search } = new URL(refreshTo, window.location.origin);
    // What is mounted again reads again; hidden views do so when they become current.
    void queryClient.invalidateQueries({ refetchType: 'none' });
    dispatch({ type: 'refresh', key: viewKeyOf(pathname, search, findScreen(routes, pathname)?.tabParams) });
    void navigate(refreshTo, { replace: true });
  }, [refreshTo, navigate, routes]);
  const hasUnsaved = views.some((view) => view.unsaved);
  useEffect(() => {
    if (!hasUnsaved) return;
    // When the login has expired, nothing can be saved here; unsaved input stays for the next login.
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (readToken() !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, [hasUnsaved]);

  const currentViews = visit ? openViewsReducer(views, visit) : views;
  const current = visit?.key ?? null;
  const confirmDiscard = async (keys: readonly string[]): Promise<boolean> =>
    !currentViews.some((view) => keys.includes(view.key) && view.unsaved) ||
    openAlertDialog({ message: t('unsavedClose'), confirm: t('closeAnyway'), cancel: t('stay'), intent: 'danger' });
  const close = async (key: string): Promise<void> => {
    if (!(await confirmDiscard([key]))) return;
    const last = currentViews.findLast((view) => view.key !== key);
    if (key === current) await navigate(last ? viewAddress(last) : '/dashboard');
    dispatch({ type: 'close', key });
  };
  const refresh = async (key: string): Promise<void> => {
    const view = currentViews.find((open) => open.key === key);
    if (view && (await confirmDiscard([key])))
      await navigate(`/redirect${viewAddress(view)}`, { replace: key === current });
  };
  const closeMany = async (action: { type: 'closeOthers'; key: string } | { type: 'closeAll' }): Promise<void> => {
    const remainingKey = action.type === 'closeOthers' ? action.key : null;
    if (!(await confirmDiscard(currentViews.map((view) => view.key).filter((key) => key !== remainingKey)))) return;
    const remainingView = currentViews.find((view) => view.key === remainingKey);
    await navigate(remainingView ? viewAddress(remainingView) : '/dashboard');
    dispatch(action);
  };

  return (
    <div
      className={`shell${!narrow && !isSidebarOpen ? ' side-closed' : ''}`}
      data-device={narrow ? 'mobile' : 'desktop'}
    >
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <Header user={user} onMenu={narrow ? () => setDrawerAddress(location.key) : undefined} />
      <Sidebar
        entries={permitted}
        ownParent={currentViews.find(({ key }) => key === current)?.ownParent ?? null}
        narrow={narrow}
        drawerOpen={drawerAddress === location.key}
        onCloseDrawer={() => setDrawerAddress(null)}
      />
      <main className="main" id="content" tabIndex={-1}>
        {!narrow && (
          <TabStrip
            views={currentViews}
            current={current}
            onClose={(key) => void close(key)}
            onRefresh={(key) => void refresh(key)}
            onCloseOthers={(key) => void closeMany({ type: 'closeOthers', key })}
            onCloseAll={() => void closeMany({ type: 'closeAll' })}
          />
        )}
        <LagNotice />
        <ViewOutlet views={currentViews} current={current} dispatch={dispatch} close={(key) => void close(key)} />
        <Footer />
      </main>
    </div>
  );
};
