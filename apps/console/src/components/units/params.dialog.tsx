import { Button, Switch, TextArea } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getListByUnitID, getTestUnitConfig, setParamValues } from '#contract';
import { messageOf } from '#domain/rules';
import { isParamOn, ADMIN_ONLY_PARAMS, removedRights, UNIT_FLAGS, UNIT_LIMITS } from '#domain/units';
import { UNIT_TYPE } from '#events';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryClient, queryOptionsOf } from '../../lib/queries.js';
import { AppDialog } from '../app-dialog.js';
import { openDialog } from '../dialogs.js';
import { Field } from '../field.js';
import { ErrorState, LoadingRows } from '../page-states.js';
import { toastSuccess } from '../toaster.js';
import { useSubmit } from '../use-submit.js';
import { texts } from './unit.texts.js';
import { FailureNote } from '../failure-note.js';
import './units.css';

type ParamsSubject = {
  unitId: string;
  name: string;
  /** The administrator also changes the parameters that only the platform grants. */ isAdministrator: boolean;
};
type Values = Readonly<Record<string, string>>;

const ParamsForm = ({ subject, stored, onDone }: { subject: ParamsSubject; stored: Values; onDone(): void }) => {
  const t = useTexts(texts);
  const [values, setValues] = useState(stored);
  const [reason, setReason] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { failed, running, send } = useSubmit();
  const changedValues = Object.entries(values).filter(([code, value]) => value !== (stored[code] ?? ''));
  const rightsToRemove = removedRights(stored, Object.fromEntries(changedValues));
  const isUnexplained = rightsToRemove.length > 0 && reason.trim() === '';
  const save = () =>
    isUnexplained
      ? setWasSubmitted(true)
      : void send(async () => {
          const body = changedValues.map(([paramCode, paramValue]) => ({
            unitType: UNIT_TYPE.laboratory,
            unitID: subject.unitId,
            paramCode,
            paramValue,
          }));
          if (body.length > 0)
            await withIdempotencyKey(`params ${JSON.stringify([body, reason])}`, (idempotencyKey) =>
              callOperation(setParamValues, {
                body,
                query: rightsToRemove.length > 0 ? { reason: reason.trim() } : {},
                idempotencyKey,
              }),
            );
          toastSuccess(t('saved'));
          await Promise.all(
            [getListByUnitID, getTestUnitConfig].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })),
          );
          onDone();
          return true;
        });
  return (
    <AppDialog
      title={`${t('paramsTitle')} · ${subject.name}`}
      width={550}
      hasUnsavedInput={changedValues.length > 0}
      onClose={onDone}
      onConfirm={save}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={onDone} />
          <Button intent="primary" text={t('save')} loading={running} onClick={save} />
        </>
      }
    >
      <div className="param-list">
        {UNIT_FLAGS.filter((code) => subject.isAdministrator || !ADMIN_ONLY_PARAMS.includes(code)).map((code) => (
          <Switch
            key={code}
            label={t(code)}
            checked={isParamOn(values, code)}
            onChange={(event) => setValues({ ...values, [code]: event.currentTarget.checked ? '1' : '0' })}
          />
        ))}
        {rightsToRemove.length > 0 && (
          <Field
            label={t('reason')}
            required
            error={wasSubmitted && isUnexplained ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
            aside={
              <span className="numeric">
                {reason.length} / {UNIT_LIMITS.reason}
              </span>
            }
          >
            <TextArea
              fill
              rows={2}
              maxLength={UNIT_LIMITS.reason}
              placeholder={t('takesAway', { names: rightsToRemove.map((code) => t(code)).join(t('join')) })}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

const ParamsDialog = ({ subject, onDone }: { subject: ParamsSubject; onDone(): void }) => {
  const t = useTexts(texts);
  const params = useQuery({
    ...queryOptionsOf(getListByUnitID, { unitType: UNIT_TYPE.laboratory, unitId: subject.unitId }),
    gcTime: 0,
    staleTime: 0,
    meta: { quiet: true },
  });
  if (params.data && !params.isFetching)
    return (
      <ParamsForm
        subject={subject}
        stored={Object.fromEntries(params.data.map(({ paramCode, paramValue }) => [paramCode, paramValue]))}
        onDone={onDone}
      />
    );
  return (
    <AppDialog title={`${t('paramsTitle')} · ${subject.name}`} width={550} onClose={onDone}>
      {params.isError ? (
        <ErrorState error={params.error} onRetry={() => void params.refetch()} />
      ) : (
        <LoadingRows rows={5} />
      )}
    </AppDialog>
  );
};

/** The control parameters of a testing unit, as switches (002 CP-008). */
export const openParamsDialog = (subject: ParamsSubject): Promise<void> =>
  openDialog<void>((settle) => <ParamsDialog subject={subject} onDone={() => settle()} />);
