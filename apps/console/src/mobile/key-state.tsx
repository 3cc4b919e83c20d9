import { useTexts } from '../i18n/texts.js';
import { MobileFrame } from './mobile-frame.js';
import { Notice } from './notice.js';
import { texts } from './texts.js';
import type { Held } from './use-held-key.js';

/** A page that has nothing to show yet, or nothing at all: it says why, and offers what helps. */
export const KeyState = ({
  title,
  failedTitle,
  held,
  onRetry,
}: {
  title: string;
  failedTitle: string;
  held: Exclude<Held<never>, { is: 'there' }>;
  onRetry(): void;
}) => {
  const t = useTexts(texts);
  switch (held.is) {
    case 'loading':
      return (
        <MobileFrame title={title}>
          <p className="loading" role="status">
            {t('loading')}
          </p>
        </MobileFrame>
      );
    case 'refused':
      return (
        <MobileFrame title={title}>
          <Notice kind="failed" title={failedTitle}>
            {held.reason}
          </Notice>
        </MobileFrame>
      );
    case 'unreachable':
      return (
        <MobileFrame
          title={title}
          footer={
            <button type="button" className="primary" onClick={onRetry}>
              {t('retry')}
            </button>
          }
        >
          <Notice kind="failed" title={t('unreachable')}>
            {t('unreachableWords')}
          </Notice>
        </MobileFrame>
      );
  }
};
