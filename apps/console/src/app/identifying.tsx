import { Spinner } from '@blueprintjs/core';
import { Failed } from '../components/page-states.js';
import { useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';

/** While the console finds out who is signed in; a failure stands here, so that a reload is not the only way on. */
export const Identifying = ({ error, onRetry }: { error: Error | null; onRetry(): void }) => {
  const t = useTexts(texts);
  return <div style={{ height: '100vh', display: 'grid', placeItems: 'center' }}>{error ? <Failed title={t('identifyFailed')} error={error} onRetry={onRetry} /> : <Spinner size={32} aria-label={t('account')} />}</div>;
};
