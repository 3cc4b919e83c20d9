import { useQuery } from '@tanstack/react-query';
import { Activity, Suspense, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LoginNotices } from '../screens/notices/login-notices.js';
import { DialogHost } from '../components/dialog-host.js';
import { ToasterHost } from '../components/toaster.js';
import { currentFailure } from '../lib/failures.js';
import { NotSignedIn, SessionContext, userQuery } from '../lib/session.js';
import { useStore } from '../lib/store.js';
import { clearToken, readToken } from '../lib/token.js';
import { FeatureCommandsContext } from '../lib/feature-commands.js';
import { EmbeddedAddress, EmbeddedRetryNotice, EmbeddedEntry, useEmbeddedEntry } from './embedded-entry.js';
import { FailureAlert } from './error-pages.js';
import { decideRoute } from './guard.js';
import { PageBoundary } from './page-boundary.js';
import { filterRoutesByUnit, type RouteEntry, RoutesContext } from './route-registry.js';
import { SessionLoading } from './session-loading.js';
import { Shell } from './shell/shell.js';
import { featureCommands } from './feature-commands.js';

/** Decides what an address shows and renders it; dialogs, results and failures are rendered beside it. */
export const App = ({ routes }: { routes: readonly RouteEntry[] }) => {
  const location = useLocation();
  // While the expired login is being renewed, the page with its unsaved work stays (ERR-001).
  const renewing = useStore(currentFailure)?.kind === 'loginExpired';
  const entry = useEmbeddedEntry(location.search);
  const hasToken = readToken() !== null && (entry.kind === 'alone' || entry.kind === 'entered');
  const identity = useQuery({ ...userQuery, enabled: hasToken });
  const user = hasToken || renewing ? (identity.data ?? null) : null;
  const isOutside = entry.kind === 'entering' || entry.kind === 'failed';
  const admission = decideRoute(routes, location, hasToken || renewing, user);
  const userRoutes = useMemo(() => filterRoutesByUnit(routes, user), [routes, user]);
  const PublicPage = admission.kind === 'show' && admission.entry.isPublic ? admission.entry.element : undefined;
  return (
    <RoutesContext value={userRoutes}>
      <FeatureCommandsContext value={featureCommands}>
        <SessionContext value={user}>
          {admission.kind === 'go' && <Navigate to={admission.to} state={admission.state} replace />}
          {admission.kind === 'refresh' && !hasToken && !renewing && <Navigate to={admission.to} replace />}
          {admission.kind === 'identify' && identity.error instanceof NotSignedIn && (
            <ToLogin from={`${location.pathname}${location.search}`} />
          )}
          {admission.kind === 'identify' && (
            <SessionLoading error={identity.error} onRetry={() => void identity.refetch()} />
          )}
          {PublicPage && isOutside && <EmbeddedEntry entry={entry} />}
          {PublicPage && !isOutside && (
            <PageBoundary key={admission.kind === 'show' ? admission.entry.path : ''}>
              <Suspense fallback={null}>
                <PublicPage />
              </Suspense>
            </PageBoundary>
          )}
          {entry.kind === 'entered' && (
            <EmbeddedAddress initialSearch={entry.search} isEmbeddable={PublicPage !== undefined} />
          )}
          <EmbeddedRetryNotice entry={entry} />
          {user && entry.kind === 'alone' && (
            <Activity mode={PublicPage ? 'hidden' : 'visible'}>
              <Shell key={user.userId} user={user} admission={admission} />
            </Activity>
          )}
          {user && entry.kind === 'alone' && <LoginNotices user={user} />}
          {!(renewing && entry.kind !== 'alone') && <FailureAlert user={user} />}
        </SessionContext>
        <DialogHost />
        <ToasterHost />
      </FeatureCommandsContext>
    </RoutesContext>
  );
};

/** Removes a token that is no longer valid and leads to the login page. The alert says why. */
const ToLogin = ({ from }: { from: string }) => {
  useState(clearToken);
  return <Navigate to={`/login?redirect=${encodeURIComponent(from)}`} replace />;
};
