import { Spinner } from '@blueprintjs/core';
import { ErrorState } from '../components/page-states.js';
import { useTexts } from '../i18n/texts.js';
import { roleName } from '../lib/role-names.js';
import { readClaims } from '../lib/token.js';
import { texts } from './texts.js';

/** Shown until the user has been read. A failure is shown with a button to try again. */
export const SessionLoading = ({ error, onRetry }: { error: Error | null; onRetry(): void }) => {
  const t = useTexts(texts);
  const claims = readClaims();
  const roles = claims?.Application_Roles.map(roleName);
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
