import { Button, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changePassword, getLabSystemCode, missingMessage, renewLabSystemCode, type UserInfo } from '#contract';
import { messageOfProblem } from '#domain/rules';
import { PASSWORD_RULES, passwordProblem } from '#domain/users';
import { openActionDialog } from '../../components/action-dialog.js';
import { FailureNote } from '../../components/failure-note.js';
import { Card, Field } from '../../components/field.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { signOutLocally, useUser } from '../../lib/session.js';
import { texts } from './texts.js';

const EMPTY_DRAFT = { currentPassword: '', newPassword: '', repeat: '' };

/** Sets another password; every session ends, including this one (002 US-005). */
export const ChangePassword = () => {
  const t = useTexts(texts);
  const { userName } = useUser();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const weakness = passwordProblem(draft.newPassword, userName);
  const fieldErrors = {
    currentPassword: draft.currentPassword === '' ? missingMessage('currentPassword', language()) : undefined,
    newPassword: weakness ? messageOfProblem(weakness, language()) : undefined,
    repeat: draft.repeat === draft.newPassword ? undefined : t('passwordsDiffer'),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowsProblems(true);
    if (Object.values(fieldErrors).some((text) => text !== undefined)) return;
    void send(async () => {
      await callOperation(changePassword, {
        body: { currentPassword: draft.currentPassword, newPassword: draft.newPassword },
      });
      toastSuccess(t('passwordChanged'));
      signOutLocally();
      await navigate('/login', { replace: true });
      return true;
    });
  };
  const field = (name: keyof typeof EMPTY_DRAFT, autoComplete: string, hint?: string) => (
    <Field label={t(name)} required error={showsProblems ? fieldErrors[name] : undefined} hint={hint}>
      <InputGroup
        fill
        type="password"
        maxLength={200}
        autoComplete={autoComplete}
        value={draft[name]}
        onValueChange={(text) => setDraft((current) => ({ ...current, [name]: text }))}
      />
    </Field>
  );
  return (
    <Card title={t('changePassword')}>
      <form className="stack" onSubmit={submit} noValidate>
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        {field('currentPassword', 'current-password')}
        {field('newPassword', 'new-password', t('passwordHint', { n: PASSWORD_RULES.leastCharacters }))}
        {field('repeat', 'new-password')}
        {failed && <FailureNote>{failed}</FailureNote>}
        <div className="row wrap">
          <span className="aux muted">{t('passwordNote')}</span>
          <Button className="push" type="submit" intent="primary" text={t('changePassword')} loading={running} />
        </div>
      </form>
    </Card>
  );
};

/** The secret with which the laboratory's own system signs its people in (002 AU-015). Shown on request only. */
export const LabSystemCode = ({ user: { isUnitManager, via } }: { user: UserInfo }) => {
  const t = useTexts(texts);
  const { data, isFetching, refetch } = useQuery({ ...queryOptionsOf(getLabSystemCode), enabled: false });
  const confirmChange = async (enabled: boolean) => {
    await openActionDialog({
      action: t(enabled ? 'renewCode' : 'withdrawCode'),
      sentence: t(enabled ? 'renewSentence' : 'withdrawSentence'),
      intent: 'danger',
      ...(enabled ? {} : { reason: { label: t('reason'), required: true, maxLength: 200 } }),
      run: (reason) => callOperation(renewLabSystemCode, { body: { enabled, reason } }),
    });
    await invalidateOperations(getLabSystemCode);
    await refetch();
  };
  return (
    <Card
      title={t('labSystem')}
      extra={
        data && (
          <>
            <Button variant="outlined" text={t('renewCode')} onClick={() => void confirmChange(true)} />
            {data.authCode !== null && (
              <Button
                variant="outlined"
                intent="danger"
                text={t('withdrawCode')}
                onClick={() => void confirmChange(false)}
              />
            )}
          </>
        )
      }
    >
      <div className="stack">
        <div className="secondary">{t('labSystemHint')}</div>
        {data?.hasLapsed && (
          <div className="note warning" role="alert">
            {t('lapsed')}
          </div>
        )}
        {isUnitManager !== true ? (
          <div className="note info">{t(via ? 'viaHint' : 'managersOnly')}</div>
        ) : data ? (
          <code className="account-code">{data.authCode ?? t('noCode')}</code>
        ) : (
          <div className="row">
            <Button loading={isFetching} text={t('showCode')} onClick={() => void refetch()} />
          </div>
        )}
      </div>
    </Card>
  );
};
