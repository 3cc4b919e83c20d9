import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { Person } from '@blueprintjs/icons';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { getExternalAuthenticationProviders, getLoginPage, missingMessage } from '#contract';
import { safeRedirectTarget } from '../../app/guard.js';
import { FailureNote } from '../../components/failure-note.js';
import { Field } from '../../components/field.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { leaveFor } from '../../lib/external-login.js';
import { reportFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { signIn, signOutLocally } from '../../lib/session.js';
import { LoginFrame } from './login-frame.js';
import { PasswordInput } from './password-input.js';
import { FORGOT_PASSWORD, REGISTER } from '../../lib/paths.js';
import { texts } from './texts.js';

/** The login page of this host (NAV-003). Without a response it is the standard one. */
export const loginPageQuery = queryOptions({
  queryKey: [getLoginPage.name, location.host],
  queryFn: async (): Promise<'standard' | 'plain'> => {
    try {
      return (await callOperation(getLoginPage, { query: { host: location.host } })).page;
    } catch {
      return 'standard';
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Other ways to sign in, if the platform has any (002 TP-001). */
export const ThirdPartyButtons = ({ to }: { to: string }) => {
  const t = useTexts(texts);
  const { data: providers = [] } = useQuery({
    ...queryOptionsOf(getExternalAuthenticationProviders),
    meta: { quiet: true },
    retry: false,
  });
  return providers.map(({ name }) => (
    <Button
      key={name}
      size="large"
      fill
      variant="outlined"
      text={name === 'Weixin' ? t('byWeixin') : t('byThird', { name })}
      onClick={() => void leaveFor(name, { kind: 'signIn', to }).catch(reportFailure)}
    />
  ));
};

/**
 * Sign-in. Refusals of the server are shown here in its words (ERR-005); afterwards the user goes to the address that
 * required the login (ROLE-006).
 */
const LoginPage = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [checked, setChecked] = useState(false);
  const [failed, setFailed] = useState('');
  const [running, setRunning] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const { data: kind } = useQuery(loginPageQuery);
  useEffect(() => firstField.current?.focus(), [kind]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (userName.trim() === '' || password === '' || running) return;
    setRunning(true);
    setFailed('');
    try {
      signOutLocally();
      await signIn(userName, password, remember);
      await navigate(safeRedirectTarget(query.get('redirect')), { replace: true });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
      setRunning(false);
    }
  };

  if (kind === undefined) return null;
  return (
    <LoginFrame plain={kind === 'plain'}>
      <form className="login-form" onSubmit={(event) => void submit(event)} noValidate>
        <h1>{t('title')}</h1>
        <p className="secondary">{t('hint')}</p>
        <div className="stack" style={{ gap: 16 }}>
          {failed && <FailureNote>{failed}</FailureNote>}
          <Field
            label={t('userName')}
            error={checked && userName.trim() === '' ? missingMessage('userName', language()) : undefined}
          >
            <InputGroup
              size="large"
              leftIcon={<Person />}
              autoComplete="username"
              inputRef={firstField}
              value={userName}
              onValueChange={setUserName}
            />
          </Field>
          <Field
            label={t('password')}
            error={checked && password === '' ? missingMessage('password', language()) : undefined}
          >
            <PasswordInput autoComplete="current-password" value={password} onValueChange={setPassword} />
          </Field>
          <Checkbox
            className="check"
            checked={remember}
            label={t('remember')}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          <Button type="submit" size="large" fill intent="primary" text={t('signIn')} loading={running} />
          <ThirdPartyButtons to={safeRedirectTarget(query.get('redirect'))} />
          <div className="row">
            <Link to={REGISTER}>{t('toRegister')}</Link>
            <Link className="push" to={FORGOT_PASSWORD}>
              {t('toForgot')}
            </Link>
          </div>
        </div>
      </form>
    </LoginFrame>
  );
};

export default LoginPage;
