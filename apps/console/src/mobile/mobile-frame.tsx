import type { ReactNode } from 'react';
import { ZoneNotice } from '../components/zone-notice.js';
import { chooseLanguage, language, LANGUAGES } from '../i18n/language.js';
import { useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';

type MobileFrameProps = {
  title: string;
  /** Stays at the bottom of the screen. */ footer?: ReactNode;
  children: ReactNode;
};

/** Title, language and the page; the verbs stay in reach of a thumb. */
export const MobileFrame = ({ title, footer, children }: MobileFrameProps) => {
  const t = useTexts(texts);
  return (
    <div className="frame">
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
      {footer && <footer className="verbs">{footer}</footer>}
    </div>
  );
};
