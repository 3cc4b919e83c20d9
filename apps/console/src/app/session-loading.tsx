import { Spinner } from '@blueprintjs/core';
import { ErrorState } from '../components/page-states.js';
import { useTexts } from '../i18n/texts.js';
import { readClaims } from '../lib/token.js';
import { texts } from './texts.js';

/** Role names we have words for; any other is shown as it is. */
const NAMED = ['委托单位角色', '检测单位角色', 'admin', 'auditor', 'operator'] as const;
const isNamed = (role: string): role is (typeof NAMED)[number] => NAMED.some((name) => name === role);

/** Shown until the service has said who is signed in. A failure is shown with a button to try again. */
export const SessionLoading = ({ error, onRetry }: { error: Error | null; onRetry(): void }) => {
  const t = useTexts(texts);
  const claims = readClaims();
  const roles = claims?.Application_Roles.map((role) => (isNamed(role) ? t(`role.${role}`) : role));
  return (
    <div style={{ height: '100vh', display: 'grid', placeItems: 'center' }}>
      {error ? (
        <ErrorState title={t('identifyFailed')} error={error} onRetry={onRetry} />
      ) : (
        <div style={{ display: 'grid', placeItems: 'center', gap: 12 }}>
          <Spinner size={32} aria-label={t('account')} />
          {claims && roles && <span className="aux muted">{[claims.Application_UserName, ...roles].join('　')}</span>}
        </div>
      )}
    </div>
  );
};
