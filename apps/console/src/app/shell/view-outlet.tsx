import { Activity, type Dispatch, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes } from 'react-router-dom';
import { LoadingPage } from '../../components/page-states.js';
import { useUser } from '../../lib/session.js';
import { ViewContext } from '../../lib/view.js';
import type { OpenView, ViewAction } from '../open-views.js';
import { keysOf } from '../route-registry.js';
import { useRegistry } from '../routes-context.js';
import { entryOf, titleOf, trailOf } from './titles.js';
import { ViewBoundary } from './view-boundary.js';

type ViewProps = { view: OpenView; dispatch: Dispatch<ViewAction>; close(key: string): void };

const OneView = ({ view, dispatch, close }: ViewProps) => {
  useTranslation();
  const routes = useRegistry();
  const keys = keysOf(useUser());
  const { key, path } = view;
  const title = titleOf(routes, view);
  const entry = entryOf(routes, path);
  const setTitle = useCallback((own: string | null) => dispatch({ type: 'title', key, title: own }), [dispatch, key]);
  const setParent = useCallback((parent: string | null) => dispatch({ type: 'parent', key, parent }), [dispatch, key]);
  const setUnsaved = useCallback((unsaved: boolean) => dispatch({ type: 'unsaved', key, unsaved }), [dispatch, key]);
  const value = {
    key,
    title: entry?.title?.() ?? title,
    trail: trailOf(routes, view, keys),
    setTitle,
    setParent,
    setUnsaved,
    close: () => close(key),
  };
  const Page = entry?.element;
  return (
    <ViewContext value={value}>
      <div className="view">
        <ViewBoundary onReload={() => dispatch({ type: 'refresh', key })}>
          <Suspense fallback={<LoadingPage />}>
            {/* The view goes on seeing its own address while another tab is in front. */}
            <Routes location={view.location}>
              <Route path={path} element={Page ? <Page /> : null} />
            </Routes>
          </Suspense>
        </ViewBoundary>
      </div>
    </ViewContext>
  );
};

/** The open views: the current one in front, the others kept alive behind it (NAV-014). */
export const ViewOutlet = ({
  views,
  current,
  dispatch,
  close,
}: { views: readonly OpenView[]; current: string | null } & Omit<ViewProps, 'view'>) =>
  views
    .filter((view) => view.cached || view.key === current)
    .map((view) => (
      <Activity key={`${view.key}#${view.round}`} mode={view.key === current ? 'visible' : 'hidden'}>
        <OneView view={view} dispatch={dispatch} close={close} />
      </Activity>
    ));
