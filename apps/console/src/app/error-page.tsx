import { AnchorButton, Button } from '@blueprintjs/core';
import { type ReactNode, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTexts } from '../i18n/texts.js';
import { SessionContext } from '../lib/session.js';
import { Header } from './shell/header.js';
import { texts } from './texts.js';

/** The address that was refused, as the guard passed it on. */
export const useRefusedPath = (): string => {
  const t = useTexts(texts);
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : t('thisAddress');
};

/** 401 and 404: the header stays, two ways on. */
export const ErrorPage = ({ number, title, children }: { number: string; title: string; children: ReactNode }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  return (
    <div className="error-page">
      <Header user={useContext(SessionContext)} />
      <main>
        <div>
          <div className="error-number numeric">{number}</div>
          <h1>{title}</h1>
          <p className="secondary">{children}</p>
          <div className="row">
            <Button text={t('goBack')} onClick={() => void navigate(-1)} />
            <AnchorButton
              intent="primary"
              text={t('goHome')}
              href="/dashboard"
              onClick={(event) => {
                event.preventDefault();
                void navigate('/dashboard');
              }}
            />
          </div>
        </div>
      </main>
    </div>
  );
};
