import { Button, InputGroup, Radio, RadioGroup, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import { type AccessKey, changeAccessKey, type IssuedAccessKey, rotateAccessKey } from '#contract';
import { ACCESS_KEY_LIMITS, MAX_OVERLAP_HOURS, scopesFor } from '#domain/lab-systems';
import { messageOf } from '#domain/rules';
import { Scope } from '#events';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { Field } from '../../components/field.js';
import { REMARK_LENGTH } from '../../components/remark-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { language } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import type { ConnectedUnit } from '../../integration/connected-unit.js';
import { shortTime } from '../../lib/china-time.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { useNow } from '../../lib/use-time.js';
import { keysChanged, showKey } from './access-key.dialogs.js';
import { ScopeChoices } from './scope-choices.js';
import { texts } from './texts.js';

const t = (key: keyof typeof texts.zh, values?: Record<string, string | number>) => textOf(texts, key, values);

type Changes = { name?: string; scopes?: Scope[]; reason?: string };

const change = ({ id }: AccessKey, body: Changes): Promise<AccessKey> =>
  withIdempotencyKey(`change key ${JSON.stringify([id, body])}`, (idempotencyKey) =>
    callOperation(changeAccessKey, { query: { keyId: id }, body, idempotencyKey }),
  );

const RenameDialog = ({
  credential,
  onDone,
}: {
  credential: AccessKey;
  onDone(renamedKey: AccessKey | null): void;
}) => {
  const t = useTexts(texts);
  const [name, setName] = useState(credential.name);
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const isMissing = name.trim() === '';
  const confirm = async () => {
    setShowsProblems(true);
    if (isMissing) return;
    await send(async () => {
      onDone(await change(credential, { name: name.trim() }));
      return true;
    });
  };
  return (
    <AppDialog
      title={t('renameAction')}
      width={400}
      hasUnsavedInput={name !== credential.name}
      onClose={() => !running && onDone(null)}
      onConfirm={() => void confirm()}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(null)} />
          <Button intent="primary" text={t('renameAction')} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        <Field
          label={t('name')}
          required
          hint={t('nameHint')}
          error={showsProblems && isMissing ? t('nameMissing') : undefined}
        >
          <InputGroup value={name} maxLength={ACCESS_KEY_LIMITS.name} autoComplete="off" onValueChange={setName} />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

/** Gives a key another name. */
export const openRenameDialog = async (credential: AccessKey): Promise<void> => {
  const renamedKey = await openDialog<AccessKey | null>((settle) => (
    <RenameDialog credential={credential} onDone={settle} />
  ));
  if (renamedKey) toastSuccess(t('renamed', { name: renamedKey.name }));
  await keysChanged();
};

const ScopesDialog = ({
  unit,
  credential,
  onDone,
}: {
  unit: ConnectedUnit;
  credential: AccessKey;
  onDone(changedKey: AccessKey | null): void;
}) => {
  const t = useTexts(texts);
  const [scopes, setScopes] = useState<readonly Scope[]>(credential.scopes);
  const [reason, setReason] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const { failed, running, send } = useSubmit();
  const removedScopes = credential.scopes.filter((scope) => !scopes.includes(scope));
  const isChanged = removedScopes.length > 0 || scopes.length !== credential.scopes.length;
  const missing = { scopes: scopes.length === 0, reason: isChanged && reason.trim() === '' };
  const confirm = async () => {
    setShowsProblems(true);
    if (missing.scopes || missing.reason) return;
    await send(async () => {
      onDone(isChanged ? await change(credential, { scopes: [...scopes], reason: reason.trim() }) : null);
      return true;
    });
  };
  return (
    <AppDialog
      title={t('changeScopes')}
      width={550}
      hasUnsavedInput={isChanged || reason !== ''}
      onClose={() => !running && onDone(null)}
      onConfirm={() => void confirm()}
      footer={
        <>
          <span className="aux muted only-wide">{t('scopesFromNext')}</span>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(null)} />
          <Button intent="primary" text={t('changeScopes')} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        <div>{t('scopesOf', { name: credential.name })}</div>
        <ScopeChoices
          availableScopes={scopesFor(unit.type, Scope.options)}
          selectedScopes={scopes}
          error={showsProblems && missing.scopes ? t('scopesMissing') : undefined}
          onChange={setScopes}
        />
        {removedScopes.length > 0 && (
          <div className="danger-text">{t('scopesLost', { scopes: removedScopes.join(' ') })}</div>
        )}
        <Field
          label={t('reason')}
          required
          aside={
            <span className="numeric">
              {reason.length} / {REMARK_LENGTH}
            </span>
          }
          error={showsProblems && missing.reason ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
        >
          <TextArea
            fill
            className="remark"
            value={reason}
            maxLength={REMARK_LENGTH}
            onChange={({ target: { value } }) => setReason(value.slice(0, REMARK_LENGTH))}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

/** Changes the scopes of a key from its next request on, for a reason. */
export const openScopesDialog = async (unit: ConnectedUnit, credential: AccessKey): Promise<void> => {
  const changedKey = await openDialog<AccessKey | null>((settle) => (
    <ScopesDialog unit={unit} credential={credential} onDone={settle} />
  ));
  if (changedKey) toastSuccess(t('scopesChanged', { name: changedKey.name }));
  await keysChanged();
};

const HOUR_MS = 3_600_000;
/** How long the replaced secret stays valid, in hours. */
const OVERLAPS = [MAX_OVERLAP_HOURS, 8, 1, 0] as const;

const OverlapChoice = ({
  credential,
  first,
  onChange,
}: {
  credential: AccessKey;
  first: number;
  onChange(hours: number): void;
}) => {
  const t = useTexts(texts);
  const now = useNow();
  const [hours, setHours] = useState(first);
  const choose = (newHours: number) => {
    setHours(newHours);
    onChange(newHours);
  };
  const until = shortTime(new Date(now + hours * HOUR_MS));
  return (
    <>
      <Field label={t('overlap')} group hint={hours === 0 ? t('overlapNone') : t('overlapUntil', { at: until })}>
        <RadioGroup
          inline
          className="inline-choices"
          selectedValue={String(hours)}
          onChange={({ currentTarget: { value } }) => choose(Number(value))}
        >
          {OVERLAPS.map((option) => (
            <Radio
              key={option}
              value={String(option)}
              label={option === 0 ? t('overlapAtOnce') : t('overlapHours', { n: option })}
              disabled={option > 0 && credential.previousUntil !== null}
            />
          ))}
        </RadioGroup>
      </Field>
      {credential.previousUntil !== null && (
        <div className="old-secret">{t('overlapTaken', { at: shortTime(credential.previousUntil) })}</div>
      )}
    </>
  );
};

/** Gives a key a new secret, for a reason, and shows it once. The old one stays valid for the chosen time. */
export const openRotateKeyDialog = async (credential: AccessKey): Promise<void> => {
  const { id, name } = credential;
  let overlapHours: number = credential.previousUntil === null ? MAX_OVERLAP_HOURS : 0;
  let issuedKey: IssuedAccessKey | undefined;
  await openActionDialog({
    action: t('rotateAction'),
    sentence: (
      <div className="stack">
        <div>{t('rotateSentence', { name })}</div>
        <OverlapChoice credential={credential} first={overlapHours} onChange={(hours) => (overlapHours = hours)} />
      </div>
    ),
    reason: { label: t('reason'), required: true, maxLength: REMARK_LENGTH },
    run: async (reason) => {
      const body = { reason, overlapHours };
      issuedKey = await withIdempotencyKey(`rotate ${JSON.stringify([id, body])}`, (idempotencyKey) =>
        callOperation(rotateAccessKey, { query: { keyId: id }, body, idempotencyKey }),
      );
    },
  });
  if (!issuedKey) return;
  void keysChanged();
  await showKey(t('keyRotated', { name }), issuedKey);
};
