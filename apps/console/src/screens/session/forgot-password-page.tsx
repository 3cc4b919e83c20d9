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
  const [draft, setDraft] = useState({ userName: '', validateCode: '', newPassword: '', repeat: '' });
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const change = (changes: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...changes }));
  const userName = draft.userName.trim();
  const weakness = passwordProblem(draft.newPassword, userName);
  const fieldErrors = {
    userName: userName === '' ? missingMessage('userName', language()) : undefined,
    validateCode: draft.validateCode === '' ? missingMessage('validateCode', language()) : undefined,
    newPassword: weakness ? messageOfProblem(weakness, language()) : undefined,
    repeat: draft.repeat === draft.newPassword ? undefined : t('passwordsDiffer'),
  };
  const errorOf = (field: keyof typeof fieldErrors) => (showsProblems ? fieldErrors[field] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowsProblems(true);
    if (Object.values(fieldErrors).some((text) => text !== undefined)) return;
    void send(async () => {
      await callOperation(resetPasswordByCode, {
        body: { userName, validateCode: draft.validateCode, newPassword: draft.newPassword },
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
          <Field label={t('userName')} required error={errorOf('userName')}>
            <InputGroup
              size="large"
              leftIcon={<Person />}
              autoComplete="username"
              value={draft.userName}
              onValueChange={(text) => change({ userName: text })}
            />
          </Field>
          <CodeField
            sendCodeType={2}
            userName={userName}
            disabled={userName === ''}
            value={draft.validateCode}
            error={errorOf('validateCode')}
            onChange={(validateCode) => change({ validateCode })}
          />
          <Field
            label={t('newPassword')}
            required
            error={errorOf('newPassword')}
            hint={t('passwordHint', { n: PASSWORD_RULES.leastCharacters })}
          >
            <PasswordInput
              autoComplete="new-password"
              value={draft.newPassword}
              onValueChange={(newPassword) => change({ newPassword })}
            />
          </Field>
          <Field label={t('repeat')} required error={errorOf('repeat')}>
            <PasswordInput
              autoComplete="new-password"
              value={draft.repeat}
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
