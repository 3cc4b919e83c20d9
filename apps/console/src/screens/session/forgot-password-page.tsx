import { Button, InputGroup } from '@blueprintjs/core';
import { Person } from '@blueprintjs/icons';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { missingMessage, resetPasswordByCode } from '#contract';
import { messageOfProblem } from '#domain/rules';
import { PASSWORD_RULES, passwordProblem } from '#domain/users';
import { FailureNote } from '../../components/failure-note.js';
import { Field } from '../../components/field.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { CodeField } from './code-field.js';
import { LoginFrame } from './login-frame.js';
import { PasswordInput } from './password-input.js';
import { texts } from './texts.js';

/**
 * Resets a forgotten password with a code to the account's own number (002 AU-020). Nothing here reveals whether the
 * account exists.
 */
const ForgotPasswordPage = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [typed, setTyped] = useState({ userName: '', validateCode: '', newPassword: '', repeat: '' });
  const [tried, setTried] = useState(false);
  const { failed, running, send } = useSubmit();
  const change = (some: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...some }));
  const userName = typed.userName.trim();
  const weakness = passwordProblem(typed.newPassword, userName);
  const wrong = {
    userName: userName === '' ? missingMessage('userName', language()) : undefined,
    validateCode: typed.validateCode === '' ? missingMessage('validateCode', language()) : undefined,
    newPassword: weakness ? messageOfProblem(weakness, language()) : undefined,
    repeat: typed.repeat === typed.newPassword ? undefined : t('passwordsDiffer'),
  };
  const of = (field: keyof typeof wrong) => (tried ? wrong[field] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(wrong).some((text) => text !== undefined)) return;
    void send(async () => {
      await callOperation(resetPasswordByCode, {
        body: { userName, validateCode: typed.validateCode, newPassword: typed.newPassword },
      });
      toastSuccess(t('passwordSet'));
      await navigate('/login', { replace: true });
      return true;
    });
  };
  return (
    <LoginFrame>
      <form className="login-form" onSubmit={submit} noValidate>
        <h1>{t('forgotTitle')}</h1>
        <p className="secondary">{t('forgotHint')}</p>
        <div className="stack" style={{ gap: 16 }}>
          {failed && <FailureNote>{failed}</FailureNote>}
          <Field label={t('userName')} required error={of('userName')}>
            <InputGroup
              size="large"
              leftIcon={<Person />}
              autoComplete="username"
              value={typed.userName}
              onValueChange={(text) => change({ userName: text })}
            />
          </Field>
          <CodeField
            sendCodeType={2}
            userName={userName}
            disabled={userName === ''}
            value={typed.validateCode}
            error={of('validateCode')}
            onChange={(validateCode) => change({ validateCode })}
          />
          <Field
            label={t('newPassword')}
            required
            error={of('newPassword')}
            hint={t('passwordHint', { n: PASSWORD_RULES.leastCharacters })}
          >
            <PasswordInput
              autoComplete="new-password"
              value={typed.newPassword}
              onValueChange={(newPassword) => change({ newPassword })}
            />
          </Field>
          <Field label={t('repeat')} required error={of('repeat')}>
            <PasswordInput
              autoComplete="new-password"
              value={typed.repeat}
              onValueChange={(repeat) => change({ repeat })}
            />
          </Field>
          <Button type="submit" size="large" fill intent="primary" text={t('setPassword')} loading={running} />
          <Link to="/login">{t('toLogin')}</Link>
        </div>
      </form>
    </LoginFrame>
  );
};

export default ForgotPasswordPage;
