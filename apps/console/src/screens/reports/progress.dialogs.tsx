import { InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import {
  publishReport,
  reportMailNumberSetting,
  type ReportScheduleItem,
  type ScheduledReport,
  updateReportStatusNew,
  withdrawReport,
} from '#contract';
import { nextReportStatuses } from '#domain/report';
import { messageOf } from '#domain/rules';
import { openActionDialog } from '../../components/action-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { listSeparator, language } from '../../i18n/language.js';
import { textOf, type TextValues, useTexts } from '../../i18n/texts.js';
import { callOperation, newIdempotencyKey } from '../../lib/http.js';
import { SubmitDialog } from './register.dialog.js';
import { useReportStatusName } from './report-filters.js';
import { type ReportTextKey, texts } from './texts.js';
import { reportsChanged } from './use-schedule.js';

const t = (key: ReportTextKey, values?: TextValues): string => textOf(texts, key, values);
const idsOf = (reports: readonly ScheduledReport[]): string[] => reports.map(({ reportId }) => reportId);
const numbersOf = (reports: readonly ScheduledReport[]): string =>
  reports.map(({ reportNumber }) => reportNumber).join(listSeparator());
/** One report is written at the revision that was shown; for several the server decides together. */
const revisionCondition = ([only, ...rest]: readonly ScheduledReport[]) =>
  only && rest.length === 0 ? { ifMatch: only.revision } : {};

const MailDialog = ({
  reports,
  idempotencyKey,
  onDone,
}: {
  reports: readonly ScheduledReport[];
  idempotencyKey: string;
  onDone(saved: boolean): void;
}) => {
  const translate = useTexts(texts);
  const initial = reports.length === 1 ? (reports[0]?.mailNumber ?? '') : '';
  const [number, setNumber] = useState(initial);
  const [missing, setMissing] = useState(false);
  const save = async () => {
    setMissing(number.trim() === '');
    if (number.trim() === '') return false;
    await callOperation(reportMailNumberSetting, {
      body: { reportIds: idsOf(reports), val: number.trim() },
      idempotencyKey,
      ...revisionCondition(reports),
    });
    return true;
  };
  return (
    <SubmitDialog
      title={translate('setMailNumber')}
      action={translate('save')}
      hasUnsavedInput={number !== initial}
      save={save}
      onDone={onDone}
    >
      <div className="numeric">{numbersOf(reports)}</div>
      <Field
        label={translate('mailNumber')}
        required
        hint={translate('mailSentence')}
        error={missing ? messageOf('MAIL_NUMBER_REQUIRED', {}, language()) : undefined}
      >
        <InputGroup value={number} maxLength={50} onValueChange={setNumber} />
      </Field>
    </SubmitDialog>
  );
};

/** One mail number for all reports of a parcel. */
export const openReportMailNumberDialog = async (reports: readonly ScheduledReport[]): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isSaved = await openDialog<boolean>((settle) => (
    <MailDialog reports={reports} idempotencyKey={idempotencyKey} onDone={settle} />
  ));
  if (isSaved) toastSuccess(t('mailSaved'));
  await reportsChanged();
  return isSaved;
};

/** Statuses that all of these reports can take. */
const commonStatuses = (reports: readonly ScheduledReport[]): number[] => {
  const [first, ...rest] = reports.map(({ reportStatus }) => nextReportStatuses(reportStatus));
  return (first ?? []).filter((status) => rest.every((next) => next.includes(status)));
};

const StatusDialog = ({
  reports,
  idempotencyKey,
  onDone,
}: {
  reports: readonly ScheduledReport[];
  idempotencyKey: string;
  onDone(saved: boolean): void;
}) => {
  const translate = useTexts(texts);
  const nameOf = useReportStatusName();
  const [status, setStatus] = useState<number | null>(null);
  const [missing, setMissing] = useState(false);
  const save = async () => {
    setMissing(status === null);
    if (status === null) return false;
    await callOperation(updateReportStatusNew, {
      body: { reportIds: idsOf(reports), reportStatus: status },
      idempotencyKey,
      ...revisionCondition(reports),
    });
    return true;
  };
  return (
    <SubmitDialog
      title={translate('changeStatus')}
      action={translate('changeStatus')}
      hasUnsavedInput={false}
      save={save}
      onDone={onDone}
    >
      <div className="numeric">{numbersOf(reports)}</div>
      <Field label={translate('status')} required group error={missing ? translate('chooseStatus') : undefined}>
        <RadioGroup
          inline
          className="inline-choices"
          selectedValue={status ?? undefined}
          onChange={(event) => setStatus(Number(event.currentTarget.value))}
        >
          {commonStatuses(reports).map((next) => (
            <Radio key={next} label={nameOf(next)} value={next} />
          ))}
        </RadioGroup>
      </Field>
    </SubmitDialog>
  );
};

/** A new status for reports that can all take it. */
export const openReportStatusDialog = async (reports: readonly ScheduledReport[]): Promise<boolean> => {
  if (commonStatuses(reports).length === 0) {
    toastWarning(t('noCommonStatus'));
    return false;
  }
  const idempotencyKey = newIdempotencyKey();
  const isSaved = await openDialog<boolean>((settle) => (
    <StatusDialog reports={reports} idempotencyKey={idempotencyKey} onDone={settle} />
  ));
  if (isSaved) toastSuccess(t('statusSaved'));
  await reportsChanged();
  return isSaved;
};

/** Publishes a report after explaining the consequence. */
export const confirmPublication = async (
  { consignUnitName }: ReportScheduleItem,
  report: ScheduledReport,
): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isConfirmed = await openActionDialog({
    action: t('publish'),
    sentence: t('publishSentence', { unit: consignUnitName, number: report.reportNumber }),
    run: () =>
      callOperation(publishReport, { query: { id: report.reportId }, ifMatch: report.revision, idempotencyKey }),
  });
  if (isConfirmed) toastSuccess(t('published'));
  await reportsChanged();
  return isConfirmed;
};

/** Declares a report void, with a reason for its client. */
export const confirmWithdrawal = async (
  { consignUnitName }: ReportScheduleItem,
  report: ScheduledReport,
): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isConfirmed = await openActionDialog({
    action: t('withdraw'),
    sentence: t('withdrawSentence', { unit: consignUnitName, number: report.reportNumber }),
    reason: { label: t('withdrawReason'), required: true },
    intent: 'danger',
    run: (reason) =>
      callOperation(withdrawReport, {
        query: { id: report.reportId },
        body: { reason },
        ifMatch: report.revision,
        idempotencyKey,
      }),
  });
  if (isConfirmed) toastSuccess(t('withdrawn'));
  await reportsChanged();
  return isConfirmed;
};
