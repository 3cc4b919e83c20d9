import { Button, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { missingMessage, register } from '#contract';
import { messageOf, messageOfProblem } from '#domain/rules';
import { accountProblems, isMobile, PASSWORD_RULES } from '#domain/users';
import { UNIT_TYPE, type UnitType } from '#events';
import { FailureNote } from '../../components/failure-note.js';
import { Field } from '../../components/field.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { CodeField } from './code-field.js';
import { LoginFrame } from './login-frame.js';
import { PasswordInput } from './password-input.js';
import { texts } from './texts.js';

const EMPTY = {
  unitType: UNIT_TYPE.client as UnitType,
  unitName: '',
  uninCode: '',
  name: '',
  userName: '',
  mobile: '',
  emailAddress: '',
  validateCode: '',
  password: '',
  repeat: '',
};

/** Registers a unit of either kind and its first account (002 AU-018). */
const RegisterPage = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY);
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const change = (changes: Partial<typeof EMPTY>) => setDraft((current) => ({ ...current, ...changes }));
  const { repeat, ...body } = {
    ...draft,
    userName: draft.userName.trim(),
    mobile: draft.mobile.trim(),
    emailAddress: draft.emailAddress.trim(),
  };
  const problems = accountProblems(body);
  const problemAt = (path: string): string | undefined => {
    const problem = problems.find((candidate) => candidate.path === path);
    return problem && messageOfProblem(problem, language());
  };
  const fieldErrors = {
    unitName: draft.unitName.trim() === '' ? messageOf('UNIT_NAME_REQUIRED', {}, language()) : undefined,
    name: problemAt('name'),
    userName: problemAt('userName'),
    mobile: problemAt('mobile'),
    password: problemAt('password'),
    emailAddress:
      body.emailAddress === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(body.emailAddress)
        ? undefined
        : messageOf('EMAIL_INVALID', {}, language()),
    validateCode: draft.validateCode === '' ? missingMessage('validateCode', language()) : undefined,
    repeat: repeat === draft.password ? undefined : t('passwordsDiffer'),
  };
  const errorOf = (field: keyof typeof fieldErrors) => (showsProblems ? fieldErrors[field] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowsProblems(true);
    if (Object.values(fieldErrors).some((text) => text !== undefined)) return;
    void send(async () => {
      await withIdempotencyKey(`register ${JSON.stringify(body)}`, (idempotencyKey) =>
        callOperation(register, { body, idempotencyKey }),
      );
      toastSuccess(t('registered'));
      await navigate('/login', { replace: true });
      return true;
    });
  };
  const text = (
    field: 'unitName' | 'uninCode' | 'name' | 'userName' | 'mobile' | 'emailAddress',
    autoComplete: string,
  ) => (
    <InputGroup
      size="large"
      autoComplete={autoComplete}
      maxLength={100}
      value={draft[field]}
      onValueChange={(value) => change({ [field]: value })}
    />
  );
  return (
    <LoginFrame>
      <form className="login-form wide" onSubmit={submit} noValidate>
        <h1>{t('registerTitle')}</h1>
        <p className="secondary">{t('registerHint')}</p>
        {failed && <FailureNote>{failed}</FailureNote>}
        <div className="login-fields">
          <Field className="whole" label={t('unitKind')} group>
            <SegmentedControl
              fill
              value={String(draft.unitType)}
              options={[
                { value: '2', label: t('consigningUnit') },
                { value: '1', label: t('testingUnit') },
              ]}
              onValueChange={(value) => change({ unitType: value === '1' ? 1 : 2 })}
            />
          </Field>
          <Field label={t('unitName')} required error={errorOf('unitName')}>
            {text('unitName', 'organization')}
          </Field>
          {draft.unitType === UNIT_TYPE.client ? (
            <Field label={t('uninCode')}>{text('uninCode', 'off')}</Field>
          ) : (
            <div />
          )}
          <Field label={t('personName')} required error={errorOf('name')}>
            {text('name', 'name')}
          </Field>
          <Field label={t('userName')} required error={errorOf('userName')}>
            {text('userName', 'username')}
          </Field>
          <Field label={t('mobile')} required error={errorOf('mobile')}>
            {text('mobile', 'tel')}
          </Field>
          <CodeField
            sendCodeType={1}
            mobile={body.mobile}
            disabled={!isMobile(body.mobile)}
            value={draft.validateCode}
            error={errorOf('validateCode')}
            onChange={(validateCode) => change({ validateCode })}
          />
          <Field className="whole" label={t('email')} error={errorOf('emailAddress')}>
            {text('emailAddress', 'email')}
          </Field>
          <Field
            label={t('password')}
            required
            error={errorOf('password')}
            hint={t('passwordHint', { n: PASSWORD_RULES.leastCharacters })}
          >
            <PasswordInput
              autoComplete="new-password"
              value={draft.password}
              onValueChange={(password) => change({ password })}
            />
          </Field>
          <Field label={t('repeat')} required error={errorOf('repeat')}>
            <PasswordInput
              autoComplete="new-password"
              value={repeat}
              onValueChange={(value) => change({ repeat: value })}
            />
          </Field>
          <Button
            className="whole"
            type="submit"
            size="large"
            fill
            intent="primary"
            text={t('register')}
            loading={running}
          />
          <Link to="/login">{t('toLogin')}</Link>
        </div>
      </form>
    </LoginFrame>
  );
};

export default RegisterPage;
