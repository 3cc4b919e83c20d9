import { Button, Checkbox, InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDown, Error as ErrorIcon, EyeOff, EyeOpen, Lock, Person, Translate } from '@blueprintjs/icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { safeReturn } from '../../app/guard.js';
import { Brand } from '../../app/shell/header.js';
import { Field } from '../../components/field.js';
import { chooseLanguage, language, LANGUAGES, type Language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { signIn, signOutLocally } from '../../lib/session.js';
import { GradingCurve } from './grading-curve.js';
import { texts } from './texts.js';

/** Sign-in. What the server refuses is said here in its own words (ERR-005); afterwards the user lands where they wanted (ROLE-006). */
const LoginPage = () => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [visible, setVisible] = useState(false);
  const [checked, setChecked] = useState(false);
  const [failed, setFailed] = useState('');
  const [running, setRunning] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (userName.trim() === '' || password === '' || running) return;
    setRunning(true);
    setFailed('');
    try {
      signOutLocally();
      await signIn(userName, password, remember);
      await navigate(safeReturn(query.get('redirect')), { replace: true });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
      setRunning(false);
    }
  };

  return (
    <div className="login">
      <LoginSide />
      <main className="login-main">
        <LanguageChoice />
        <form className="login-form" onSubmit={(event) => void submit(event)} noValidate>
          <h1>{t('title')}</h1>
          <p className="secondary">{t('hint')}</p>
          <div className="stack" style={{ gap: 16 }}>
            {failed && <div className="note danger" role="alert"><ErrorIcon size={14} />{failed}</div>}
            <Field label={t('userName')} error={checked && userName.trim() === '' ? t('emptyUserName') : undefined}>
              <InputGroup size="large" leftIcon={<Person />} autoComplete="username" inputRef={firstField} value={userName} onValueChange={setUserName} />
            </Field>
            <Field label={t('password')} error={checked && password === '' ? t('emptyPassword') : undefined}>
              <InputGroup
                size="large" leftIcon={<Lock />} autoComplete="current-password" type={visible ? 'text' : 'password'} value={password} onValueChange={setPassword}
                rightElement={<Button variant="minimal" icon={visible ? <EyeOff /> : <EyeOpen />} aria-label={t(visible ? 'hidePassword' : 'showPassword')} onClick={() => setVisible(!visible)} />}
              />
            </Field>
            <Checkbox className="check" checked={remember} label={t('remember')} onChange={(event) => setRemember(event.currentTarget.checked)} />
            <Button type="submit" size="large" fill intent="primary" text={t('signIn')} loading={running} />
          </div>
        </form>
      </main>
    </div>
  );
};

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
      <div className="aux">{branding?.filingNumber}　{branding?.supportContact && t('support', { contact: branding.supportContact })}</div>
    </aside>
  );
};

const LanguageChoice = () => {
  const t = useTexts(texts);
  const menu = <Menu>{(Object.keys(LANGUAGES) as Language[]).map((choice) => <MenuItem key={choice} text={LANGUAGES[choice]} active={choice === language()} onClick={() => void chooseLanguage(choice)} />)}</Menu>;
  return (
    <div className="login-language">
      <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal">
        <Button variant="minimal" icon={<Translate />} endIcon={<CaretDown />} text={LANGUAGES[language()]} aria-label={t('language')} />
      </PopoverNext>
    </div>
  );
};

export default LoginPage;
