import { Button } from '@blueprintjs/core';
import { LogIn } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { EmptyState } from '../components/page-states.js';
import { ZoneNotice } from '../components/zone-notice.js';
import { useTexts, defineTexts } from '../i18n/texts.js';
import { isTestingUnit, SessionContext, userQuery } from '../lib/session.js';
import { readToken } from '../lib/token.js';
import en from '../locales/en/consignment-detail.json' with { type: 'json' };
import es from '../locales/es/consignment-detail.json' with { type: 'json' };
import zh from '../locales/zh/consignment-detail.json' with { type: 'json' };
import AuditScreen from './audit.screen.js';
import ConsignmentFormScreen from './consignment-form.screen.js';
import './consignment-detail.css';
import { SessionLoading } from './session-loading.js';

const texts = defineTexts('consignment-detail', {
  zh,
  en,
  es,
});

/**
 * /preconsign-management/detail: the form without the shell around it, for a page that embeds it (LS-012). The address
 * is public; its data need a session, and the user's role decides between writing and auditing.
 */
export default function ConsignmentDetailScreen() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const user = useContext(SessionContext);
  const identity = useQuery({ ...userQuery, enabled: readToken() !== null });
  if (!user) {
    if (readToken() !== null) return <SessionLoading error={identity.error} onRetry={() => void identity.refetch()} />;
    return (
      <main className="detail-page">
        <EmptyState
          icon={<LogIn size={28} />}
          title={t('title')}
          actions={
            <Button
              intent="primary"
              text={t('toLogin')}
              onClick={() => void navigate(`/login?redirect=${encodeURIComponent(`${pathname}${search}`)}`)}
            />
          }
        >
          {t('text')}
        </EmptyState>
      </main>
    );
  }
  return (
    <main className="detail-page view">
      {isTestingUnit(user) ? <AuditScreen /> : <ConsignmentFormScreen />}
      <ZoneNotice className="footer" />
    </main>
  );
}
