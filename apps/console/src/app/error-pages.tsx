import { AnchorButton, Button, InputGroup } from '@blueprintjs/core';
import { type ReactNode, useContext, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract';
import { AlertDialog } from '../components/alert-dialog.js';
import { AppDialog } from '../components/app-dialog.js';
import { Field } from '../components/field.js';
import { inBrackets } from '../i18n/language.js';
import { useTexts } from '../i18n/texts.js';
import { currentFailure } from '../lib/failures.js';
import { browserPage } from '../lib/lazy-part.js';
import { queryClient } from '../lib/queries.js';
import { SessionContext, signIn, signOutLocally } from '../lib/session.js';
import { useStore } from '../lib/store.js';
import { clearToken } from '../lib/token.js';
import { Header } from './shell/header.js';
import { texts } from './texts.js';

/** The refused address, passed on by the guard. */
export const useDeniedPath = (): string => {
  const t = useTexts(texts);
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : t('thisAddress');
};

/** 401 and 404: the header stays, with two links to go on. */
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

/** The alert of the global error handler, titled 提示 (ERR-001 to ERR-004). */
export const FailureAlert = ({ user }: { user: UserInfo | null }) => {
  const failure = useStore(currentFailure);
  if (!failure) return null;
  if (failure.kind === 'loginExpired') return <LoginExpired user={user} />;
  return <AlertDialog message={failure.message} onDone={() => currentFailure.set(null)} />;
};

const reload = (): void => {
  signOutLocally();
  browserPage.reload();
};

/**
 * 登录失效，请重新登录: the token is removed at once. Signing in here keeps the page and its unsaved input; otherwise the page
 * reloads.
 */
const LoginExpired = ({ user }: { user: UserInfo | null }) => {
  const t = useTexts(texts);
  const [password, setPassword] = useState('');
  const [failed, setFailed] = useState('');
  const [running, setRunning] = useState(false);
  useState(clearToken);
  if (!user) return <AlertDialog message={t('signInAgain')} onDone={reload} />;
  const renew = async () => {
    if (running || password === '') return;
    setRunning(true);
    try {
      await signIn(user.userName, password, false);
      currentFailure.set(null);
      await queryClient.invalidateQueries();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
      setRunning(false);
    }
  };
  return (
    <AppDialog
      title={t('notice')}
      width={400}
      role="alertdialog"
      canEscapeKeyClose={false}
      onClose={reload}
      onConfirm={() => void renew()}
      footer={
        <>
          <Button className="push" text={t('leaveAndReload')} onClick={reload} />
          <Button
            intent="primary"
            text={t('signInHere')}
            loading={running}
            disabled={password === ''}
            onClick={() => void renew()}
          />
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void renew();
        }}
      >
        <div className="strong">{t('signInAgain')}</div>
        <div className="secondary dense">{t('keptText')}</div>
        <input type="text" autoComplete="username" value={user.userName} readOnly hidden />
        <Field label={`${t('password')}${inBrackets(user.userName)}`} error={failed || undefined}>
          <InputGroup type="password" autoComplete="current-password" value={password} onValueChange={setPassword} />
        </Field>
        {/* Two fields and no button: Enter would do nothing. */}
        <button type="submit" hidden aria-label={t('signInHere')} />
      </form>
    </AppDialog>
  );
};
