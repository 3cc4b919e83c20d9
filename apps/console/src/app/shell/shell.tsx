import { useEffect, useMemo, useReducer, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { sidebarOpen } from '../../lib/preferences.js';
import { queryClient } from '../../lib/queries.js';
import { useStore } from '../../lib/store.js';
import { readToken } from '../../lib/token.js';
import type { Admission } from '../guard.js';
import { addressOf, openViews, type ViewAction, viewKey } from '../open-views.js';
import { keysOf, routesFor, screenAt } from '../route-registry.js';
import { useRegistry } from '../routes-context.js';
import { texts } from '../texts.js';
import { BehindNote } from './behind-note.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { Sidebar } from './sidebar.js';
import { TabStrip } from './tab-strip.js';
import { useNarrow } from './use-narrow.js';
import { ViewOutlet } from './view-outlet.js';

/** The signed-in console: header, sidebar, tabs and the open views. Stays mounted, so that views keep what was typed. */
export const Shell = ({ user, admission }: { user: UserInfo; admission: Admission }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const location = useLocation();
  const narrow = useNarrow();
  const wideOpen = useStore(sidebarOpen);
  // The drawer is open for the address it was opened at: going anywhere closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const [views, dispatch] = useReducer(openViews, []);
  const routes = useRegistry();
  const permitted = useMemo(() => routesFor(routes, keysOf(user)), [routes, user]);

  const entry = admission.kind === 'show' && !admission.entry.isPublic ? admission.entry : null;
  const visit = useMemo(
    (): Extract<ViewAction, { type: 'visit' }> | null =>
      entry && {
        type: 'visit',
        key: viewKey(location.pathname, location.search, entry.tabBy),
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
    // What is mounted anew reads anew; views behind it do so when they come to the front.
    void queryClient.invalidateQueries({ refetchType: 'none' });
    dispatch({ type: 'refresh', key: viewKey(pathname, search, screenAt(routes, pathname)?.tabBy) });
    void navigate(refreshTo, { replace: true });
  }, [refreshTo, navigate, routes]);
  const hasUnsaved = views.some((view) => view.unsaved);
  useEffect(() => {
    if (!hasUnsaved) return;
    // Once the login is over there is nothing left to save here: what was typed waits for the next one.
    const ask = (event: BeforeUnloadEvent) => {
      if (readToken() !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);

  const shown = visit ? openViews(views, visit) : views;
  const current = visit?.key ?? null;
  const mayLose = async (keys: readonly string[]): Promise<boolean> =>
    !shown.some((view) => keys.includes(view.key) && view.unsaved) ||
    alertUser({ message: t('unsavedClose'), confirm: t('closeAnyway'), cancel: t('stay'), intent: 'danger' });
  const close = async (key: string): Promise<void> => {
    if (!(await mayLose([key]))) return;
    const last = shown.findLast((view) => view.key !== key);
    if (key === current) await navigate(last ? addressOf(last) : '/dashboard');
    dispatch({ type: 'close', key });
  };
  const refresh = async (key: string): Promise<void> => {
    const view = shown.find((open) => open.key === key);
    if (view && (await mayLose([key]))) await navigate(`/redirect${addressOf(view)}`, { replace: key === current });
  };
  const closeMany = async (action: { type: 'closeOthers'; key: string } | { type: 'closeAll' }): Promise<void> => {
    const kept = action.type === 'closeOthers' ? action.key : null;
    if (!(await mayLose(shown.map((view) => view.key).filter((key) => key !== kept)))) return;
    const keptView = shown.find((view) => view.key === kept);
    await navigate(keptView ? addressOf(keptView) : '/dashboard');
    dispatch(action);
  };

  return (
    <div className={`shell${!narrow && !wideOpen ? ' side-closed' : ''}`} data-device={narrow ? 'mobile' : 'desktop'}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <Header user={user} onMenu={narrow ? () => setDrawerAt(location.key) : undefined} />
      <Sidebar
        entries={permitted}
        ownParent={shown.find(({ key }) => key === current)?.ownParent ?? null}
        narrow={narrow}
        drawerOpen={drawerAt === location.key}
        onCloseDrawer={() => setDrawerAt(null)}
      />
      <main className="main" id="content" tabIndex={-1}>
        {!narrow && (
          <TabStrip
            views={shown}
            current={current}
            onClose={(key) => void close(key)}
            onRefresh={(key) => void refresh(key)}
            onCloseOthers={(key) => void closeMany({ type: 'closeOthers', key })}
            onCloseAll={() => void closeMany({ type: 'closeAll' })}
          />
        )}
        <BehindNote />
        <ViewOutlet views={shown} current={current} dispatch={dispatch} close={(key) => void close(key)} />
        <Footer />
      </main>
    </div>
  );
};
