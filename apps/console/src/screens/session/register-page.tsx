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
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const { failed, running, send } = useSubmit();
  const change = (some: Partial<typeof EMPTY>) => setTyped((now) => ({ ...now, ...some }));
  const { repeat, ...body } = {
    ...typed,
    userName: typed.userName.trim(),
    mobile: typed.mobile.trim(),
    emailAddress: typed.emailAddress.trim(),
  };
  const problems = accountProblems(body);
  const problemAt = (path: string): string | undefined => {
    const problem = problems.find((one) => one.path === path);
    return problem && messageOfProblem(problem, language());
  };
  const wrong = {
    unitName: typed.unitName.trim() === '' ? messageOf('UNIT_NAME_REQUIRED', {}, language()) : undefined,
    name: problemAt('name'),
    userName: problemAt('userName'),
    mobile: problemAt('mobile'),
    password: problemAt('password'),
    emailAddress:
      body.emailAddress === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(body.emailAddress)
        ? undefined
        : messageOf('EMAIL_INVALID', {}, language()),
    validateCode: typed.validateCode === '' ? missingMessage('validateCode', language()) : undefined,
    repeat: repeat === typed.password ? undefined : t('passwordsDiffer'),
  };
  const of = (field: keyof typeof wrong) => (tried ? wrong[field] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(wrong).some((text) => text !== undefined)) return;
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
      value={typed[field]}
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
              value={String(typed.unitType)}
              options={[
                { value: '2', label: t('consigningUnit') },
                { value: '1', label: t('testingUnit') },
              ]}
              onValueChange={(value) => change({ unitType: value === '1' ? 1 : 2 })}
            />
          </Field>
          <Field label={t('unitName')} required error={of('unitName')}>
            {text('unitName', 'organization')}
          </Field>
          {typed.unitType === UNIT_TYPE.client ? (
            <Field label={t('uninCode')}>{text('uninCode', 'off')}</Field>
          ) : (
            <div />
          )}
          <Field label={t('personName')} required error={of('name')}>
            {text('name', 'name')}
          </Field>
          <Field label={t('userName')} required error={of('userName')}>
            {text('userName', 'username')}
          </Field>
          <Field label={t('mobile')} required error={of('mobile')}>
            {text('mobile', 'tel')}
          </Field>
          <CodeField
            sendCodeType={1}
            mobile={body.mobile}
            disabled={!isMobile(body.mobile)}
            value={typed.validateCode}
            error={of('validateCode')}
            onChange={(validateCode) => change({ validateCode })}
          />
          <Field className="whole" label={t('email')} error={of('emailAddress')}>
            {text('emailAddress', 'email')}
          </Field>
          <Field
            label={t('password')}
            required
            error={of('password')}
            hint={t('passwordHint', { n: PASSWORD_RULES.leastCharacters })}
          >
            <PasswordInput
              autoComplete="new-password"
              value={typed.password}
              onValueChange={(password) => change({ password })}
            />
          </Field>
          <Field label={t('repeat')} required error={of('repeat')}>
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
