import type { ReactNode } from 'react';
import { ZoneNotice } from '../components/zone-notice.js';
import { chooseLanguage, language, LANGUAGES } from '../i18n/language.js';
import { useTexts } from '../i18n/texts.js';
import type { PhoneKeyState } from './calls.js';
import { texts } from './texts.js';

type MobileFrameProps = {
  title: string;
  /** Stays at the bottom of the screen. */ footer?: ReactNode;
  children: ReactNode;
};

/** Title, language and the page; the actions stay in reach of a thumb. */
export const MobileFrame = ({ title, footer, children }: MobileFrameProps) => {
  const t = useTexts(texts);
  return (
    <div className="phone-page">
      <header className="top">
        <h1>{title}</h1>
        <select
          className="language"
          aria-label={t('language')}
          value={language()}
          onChange={(event) => void chooseLanguage(event.currentTarget.value as keyof typeof LANGUAGES)}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </header>
      <main>{children}</main>
      <ZoneNotice className="zone-notice" />
      {footer && <footer className="actions">{footer}</footer>}
    </div>
  );
};

const MARKS = { done: 'M5 12.5l4.5 4.5L19 7.5', failed: 'M12 6v8M12 17.5v.5', later: 'M12 6.5V12l3.5 2' } as const;

/** The result, if nothing is left to do on the page. */
export const ResultNotice = ({
  kind,
  title,
  children,
}: {
  kind: keyof typeof MARKS;
  title: string;
  children?: ReactNode;
}) => (
  <section className={`notice ${kind}`} role={kind === 'failed' ? 'alert' : 'status'}>
    <svg width="64" height="64" viewBox="0 0 24 24" aria-hidden>
      <circle cx="12" cy="12" r="11.25" />
      <path d={MARKS[kind]} />
    </svg>
    <h2>{title}</h2>
    {children && <div className="notice__words">{children}</div>}
  </section>
);

/** A page with nothing to show yet, or nothing at all: it says why, and offers what helps. */
export const KeyState = ({
  title,
  failedTitle,
  keyState,
  onRetry,
}: {
  title: string;
  failedTitle: string;
  keyState: Exclude<PhoneKeyState<never>, { kind: 'loaded' }>;
  onRetry(): void;
}) => {
  const t = useTexts(texts);
  switch (keyState.kind) {
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
          <ResultNotice kind="failed" title={failedTitle}>
            {keyState.reason}
          </ResultNotice>
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
          <ResultNotice kind="failed" title={t('unreachable')}>
            {t('unreachableWords')}
          </ResultNotice>
        </MobileFrame>
      );
  }
};
