import { Button, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import {
  type AccessKey,
  issueAccessKey,
  type IssuedAccessKey,
  listAccessKeys,
  listFeedConsumers,
  revokeAccessKey,
} from '#contract';
import { ACCESS_KEY_LIMITS, scopesFor } from '#domain/lab-systems';
import { Scope } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { DateInput } from '../../components/date-input.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { REMARK_LENGTH } from '../../components/remark-dialog.js';
import { openSecretDialog } from '../../components/secret-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { type ConnectedUnit, unitQuery } from '../../integration/connected-unit.js';
import { chinaDay, relativeTime } from '../../lib/china-time.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { ScopeChoices } from './scope-choices.js';
import { isWriting, ScopeTags } from './scope-tags.js';
import { texts } from './texts.js';
import { FailureNote } from '../../components/failure-note.js';

const DAY_MS = 86_400_000;
const t = (key: keyof typeof texts.zh, values?: Record<string, string | number>) => textOf(texts, key, values);

/** Refreshes the keys wherever they are shown. */
export const keysChanged = (): Promise<void> => invalidateOperations(listAccessKeys, listFeedConsumers);

/** Default scopes for a system. */
const FIRST_SCOPES: readonly Scope[] = ['events:read', 'consignments:read'];

type Draft = { name: string; scopes: Scope[]; expires: 'never' | 'day'; day: string };

/** The default end is a year ahead. */
const newDraft = (): Draft => ({
  name: '',
  scopes: [...FIRST_SCOPES],
  expires: 'never',
  day: chinaDay(new Date(Date.now() + 365 * DAY_MS)),
});

/** The end of the day in China, as UTC. */
const endOf = (day: string): string => new Date(`${day}T23:59:59+08:00`).toISOString();

const IssueDialog = ({ unit, onDone }: { unit: ConnectedUnit; onDone(issuedKey: IssuedAccessKey | null): void }) => {
  const t = useTexts(texts);
  const [draft, setDraft] = useState<Draft>(newDraft);
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const change = (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes }));
  const problems = {
    name: draft.name.trim() === '',
    scopes: draft.scopes.length === 0,
    day: draft.expires === 'day' && !(draft.day > chinaDay()),
  };
  const confirm = async () => {
    setShowsProblems(true);
    if (problems.name || problems.scopes || problems.day) return;
    const body = {
      ...unitQuery(unit),
      name: draft.name.trim(),
      scopes: draft.scopes,
      expiresAt: draft.expires === 'day' ? endOf(draft.day) : null,
    };
    await send(async () => {
      onDone(
        await withIdempotencyKey(`issue key ${JSON.stringify(body)}`, (idempotencyKey) =>
          callOperation(issueAccessKey, { body, idempotencyKey }),
        ),
      );
      return true;
    });
  };
  return (
    <AppDialog
      title={t('newKey')}
      width={550}
      hasUnsavedInput={draft.name !== ''}
      onClose={() => !running && onDone(null)}
      onConfirm={() => void confirm()}
      footer={
        <>
          <span className="aux muted only-wide">{t('secretNext')}</span>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(null)} />
          <Button intent="primary" text={t('newKey')} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        <Field
          label={t('name')}
          required
          hint={t('nameHint')}
          error={showsProblems && problems.name ? t('nameMissing') : undefined}
        >
          <InputGroup
            value={draft.name}
            maxLength={ACCESS_KEY_LIMITS.name}
            placeholder={t('nameExample')}
            autoComplete="off"
            onValueChange={(name) => change({ name })}
          />
        </Field>
        <ScopeChoices
          availableScopes={scopesFor(unit.type, Scope.options)}
          selectedScopes={draft.scopes}
          error={showsProblems && problems.scopes ? t('scopesMissing') : undefined}
          onChange={(scopes) => change({ scopes })}
        />
        <Field label={t('ends')} group error={showsProblems && problems.day ? t('dayPast') : undefined}>
          <RadioGroup
            inline
            className="inline-choices"
            selectedValue={draft.expires}
            onChange={({ currentTarget: { value } }) => change({ expires: value === 'day' ? 'day' : 'never' })}
          >
            <Radio label={t('forGood')} value="never" />
            <Radio label={t('onDay')} value="day" />
          </RadioGroup>
          {draft.expires === 'day' && (
            <DateInput aria-label={t('onDay')} value={draft.day} onValueChange={(day) => change({ day })} />
          )}
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

/** Shows the secret of a key once. */
export const showKey = (title: string, { name, scopes, secret }: IssuedAccessKey): Promise<null> =>
  openSecretDialog({
    title,
    secret,
    children: (
      <div>
        <div className="aux secondary strong">{t('itMay')}</div>
        <div className="secret-scopes">
          <ScopeTags scopes={scopes} />
        </div>
        {scopes.some(isWriting) && <div className="aux muted">{t('writesAs', { name })}</div>}
      </div>
    ),
  });

/** Issues a key and shows its secret once. */
export const openNewKeyDialog = async (unit: ConnectedUnit): Promise<void> => {
  const issuedKey = await openDialog<IssuedAccessKey | null>((settle) => <IssueDialog unit={unit} onDone={settle} />);
  if (!issuedKey) return;
  void keysChanged();
  await showKey(t('keyIssued', { name: issuedKey.name }), issuedKey);
};

/**
 * Revokes a key for good, for a reason. One that was used within a day is probably still in use, so its name has to be
 * typed.
 */
export const openRevokeKeyDialog = async ({ id, name }: AccessKey, lastUsedAt: string | null): Promise<void> => {
  const now = Date.now();
  const isInUse = lastUsedAt !== null && now - Date.parse(lastUsedAt) < DAY_MS;
  const isConfirmed = await openActionDialog({
    action: t('revokeAction'),
    sentence: (
      <>
        {t('revokeSentence', { name })}
        {lastUsedAt !== null && (
          <div className={isInUse ? 'danger-text' : 'secondary'}>
            {t(isInUse ? 'stillUsed' : 'usedBefore', { time: relativeTime(lastUsedAt, now) })}
          </div>
        )}
      </>
    ),
    intent: 'danger',
    reason: { label: t('reason'), required: true, maxLength: REMARK_LENGTH },
    ...(isInUse ? { nameConfirmation: { label: t('typeName', { name }), name, error: t('otherName') } } : {}),
    run: (reason) =>
      withIdempotencyKey(`revoke ${JSON.stringify([id, reason])}`, (idempotencyKey) =>
        callOperation(revokeAccessKey, { query: { keyId: id }, body: { reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(t('keyRevoked', { name }));
  await keysChanged();
};
