import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown, Translate } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Brand } from '../../app/shell/header.js';
import { chooseLanguage, language, LANGUAGES, type Language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { GradingCurve } from './grading-curve.js';
import { texts } from './texts.js';

/** What stands around every form of somebody who is not signed in; `plain` leaves the picture out (NAV-003). */
export const LoginFrame = ({ plain = false, children }: { plain?: boolean; children: ReactNode }) => (
  <div className={plain ? 'login plain' : 'login'}>
    {plain ? (
      <header className="login-side bp6-dark">
        <Brand />
      </header>
    ) : (
      <LoginSide />
    )}
    <main className="login-main">
      <LanguageChoice />
      {children}
    </main>
  </div>
);

const LoginSide = () => {
  const t = useTexts(texts);
  const branding = useBranding();
  return (
    <aside className="login-side bp6-dark">
      <Brand />
      <div className="login-picture">
        <div className="login-slogan">{t('slogan')}</div>
        <p>{t('promise')}</p>
        <GradingCurve />
        <div className="aux">{t('curve')}</div>
      </div>
      <div className="aux">
        {branding?.filingNumber}　{branding?.supportContact && t('support', { contact: branding.supportContact })}
      </div>
    </aside>
  );
};

const LanguageChoice = () => {
  const t = useTexts(texts);
  const menu = (
    <Menu>
      {(Object.keys(LANGUAGES) as Language[]).map((choice) => (
        <MenuItem
          key={choice}
          text={LANGUAGES[choice]}
          active={choice === language()}
          onClick={() => void chooseLanguage(choice)}
        />
      ))}
    </Menu>
  );
  return (
    <div className="login-language">
      <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal">
        <Button
          variant="minimal"
          icon={<Translate />}
          endIcon={<CaretDown />}
          text={LANGUAGES[language()]}
          aria-label={t('language')}
        />
      </PopoverNext>
    </div>
  );
};
