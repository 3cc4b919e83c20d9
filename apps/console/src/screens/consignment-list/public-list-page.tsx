import { AnchorButton } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '../../app/shell/header.js';
import { EmptyState, ErrorState, LoadingPage } from '../../components/page-states.js';
import { ZoneNotice } from '../../components/zone-notice.js';
import { PUBLIC_LIST } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { embeddingOrigin } from '../../lib/embedding-origin.js';
import { SessionContext, userQuery } from '../../lib/session.js';
import { readToken } from '../../lib/token.js';
import ConsignmentListPage from './consignment-list-page.js';
import { texts } from './texts.js';

/** The list outside of the shell (LS-012): its address is public, its data need a session. */
const PublicListPage = () => {
  const t = useTexts(texts);
  const user = useContext(SessionContext);
  const hasToken = readToken() !== null;
  const identity = useQuery({ ...userQuery, enabled: hasToken });
  return (
    <div className="public-list">
      <header className="header bp6-dark">
        <Brand />
        {user && embeddingOrigin.get() === null && (
          <Link className="push" to="/dashboard">
            {t('toConsole')}
          </Link>
        )}
      </header>
      <main className="public-list-main" aria-label={t('publicTitle')}>
        {user && <ConsignmentListPage kind="public" />}
        {!user &&
          hasToken &&
          (identity.error ? (
            <ErrorState error={identity.error} onRetry={() => void identity.refetch()} />
          ) : (
            <LoadingPage />
          ))}
        {!user && !hasToken && (
          <EmptyState
            icon={<Lock size={28} />}
            title={t('publicTitle')}
            actions={
              <AnchorButton
                intent="primary"
                text={t('toLogin')}
                href={`/login?redirect=${encodeURIComponent(PUBLIC_LIST)}`}
              />
            }
          >
            {t('publicText')}
          </EmptyState>
        )}
      </main>
      <ZoneNotice className="footer" />
    </div>
  );
};
export default PublicListPage;
