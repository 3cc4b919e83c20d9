import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown, Translate } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Brand } from '../../app/shell/header.js';
import { chooseLanguage, language, type Language, LANGUAGES } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { texts } from './texts.js';

/** Sieve sizes in mm with their position on the (logarithmic) axis, and the passing percentage with its limits. */
const SIEVES = [
  { size: '31.5', x: 0, passing: 97.5 },
  { size: '19', x: 60, passing: 93.8 },
  { size: '9.5', x: 116, passing: 85.6 },
  { size: '4.75', x: 170, passing: 73.1 },
  { size: '2.36', x: 222, passing: 57.5 },
  { size: '1.18', x: 272, passing: 40.6 },
  { size: '0.6', x: 320, passing: 27.5 },
  { size: '0.3', x: 372, passing: 18.1 },
  { size: '0.15', x: 430, passing: 11.9 },
  { size: '0.075', x: 494, passing: 8.1 },
  { size: '', x: 560, passing: 6.2 },
] as const;
const HEIGHT = 320;
const yOf = (passing: number): number => HEIGHT - (Math.min(99.4, Math.max(1.2, passing)) / 100) * HEIGHT;
const line = (shift: number): string =>
  SIEVES.map(({ x, passing }, index) => `${index ? 'L' : 'M'}${x} ${yOf(passing + shift)}`).join('');

/** The picture of the login page: a grading curve between its limits. Decoration only. */
const GradingCurve = () => (
  <svg viewBox="-36 -8 612 360" width="100%" aria-hidden>
    {SIEVES.map(({ x, size }) => (
      <g key={x}>
        <line x1={x} x2={x} y1="0" y2={HEIGHT} stroke="#fff" opacity=".08" />
        <text x={x} y="338" textAnchor="middle" fontSize="11" fill="#8ea3bd">
          {size}
        </text>
      </g>
    ))}
    {[0, 25, 50, 75, 100].map((percent) => (
      <g key={percent}>
        <line x1="0" x2="560" y1={HEIGHT - percent * 3.2} y2={HEIGHT - percent * 3.2} stroke="#fff" opacity=".08" />
        <text x="-8" y={HEIGHT - percent * 3.2 + 4} textAnchor="end" fontSize="11" fill="#8ea3bd">
          {percent}
        </text>
      </g>
    ))}
    <path d={line(10.6)} fill="none" stroke="#6f8fb8" strokeDasharray="4 4" />
    <path d={line(-9.4)} fill="none" stroke="#6f8fb8" strokeDasharray="4 4" />
    <path d={line(0)} fill="none" stroke="#4c90f0" strokeWidth="2.5" />
    {SIEVES.map(({ x, passing }) => (
      <circle key={x} cx={x} cy={yOf(passing)} r="3.5" fill="#10233b" stroke="#8abbff" strokeWidth="2" />
    ))}
  </svg>
);

/** The frame of every form for users who are not signed in; `plain` omits the picture (NAV-003). */
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
