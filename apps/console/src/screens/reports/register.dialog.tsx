import { Button, Checkbox, InputGroup, Radio, Spinner, TextArea } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  addReportApply,
  getBuSampleInfoListByConsignId,
  getReportConsignScheduleNew,
  registerReport,
  type ReportScheduleItem,
  type ScheduledReport,
  uploadReport,
} from '#contract';
import { REPORT_EXTENSIONS } from '#domain/files';
import { MAX_REPORT_COPIES } from '#domain/report';
import { messageOf } from '#domain/rules';
import { AppDialog, type DialogWidth } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { ReadOnlyFields, Field } from '../../components/field.js';
import { FilePicker, type UploadFile } from '../../components/file-picker.js';
import { CountInput, focusWrongNumber } from '../../components/number-input.js';
import { ErrorState } from '../../components/page-states.js';
import { REMARK_LENGTH } from '../../components/remark-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { language, inBrackets } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { atLeast } from '../../lib/event-position.js';
import { fileSize } from '../../lib/file-size.js';
import { callOperation, newIdempotencyKey } from '../../lib/http.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { uploadFile } from '../../lib/upload.js';
import { useDebounced } from '../../lib/use-time.js';
import { texts } from './texts.js';
import { reportsChanged } from './use-schedule.js';

type SavingDialogProps = {
  title: string;
  width?: DialogWidth;
  /** The confirming button: the action. */
  action: string;
  hasUnsavedInput: boolean;
  /** Validates and sends; false keeps the dialog open, a rejection shows its message there. */
  save(): Promise<boolean>;
  onDone(saved: boolean): void;
  children: ReactNode;
};

/** A dialog with fields that are sent; after a refusal it stays open with the server's message. */
export const SubmitDialog = ({
  title,
  width = 400,
  action,
  hasUnsavedInput,
  save,
  onDone,
  children,
}: SavingDialogProps) => {
  const t = useTexts(texts);
  const { failed, running, send } = useSubmit();
  const confirm = async () => {
    if (focusWrongNumber()) return;
    await send(async () => {
      const saved = await save();
      if (saved) onDone(true);
      return saved;
    });
  };
  return (
    <AppDialog
      title={title}
      width={width}
      hasUnsavedInput={hasUnsavedInput}
      onClose={() => !running && onDone(false)}
      onConfirm={() => void confirm()}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
          <Button intent="primary" text={action} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        {children}
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

const CHOICES = 20;
type Consignment = Pick<ReportScheduleItem, 'consignId' | 'consignCode' | 'consignUnitName' | 'testContent'>;

/** Registers a report: on a received consignment, for some or all of its samples, with the unit's own number. */
const RegisterDialog = ({
  preselected,
  idempotencyKey,
  onDone,
}: {
  preselected: Consignment | null;
  idempotencyKey: string;
  onDone(saved: boolean): void;
}) => {
  const t = useTexts(texts);
  const [consignment, setConsignment] = useState(preselected);
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set());
  const [number, setNumber] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const samples = useQuery({
    ...queryOptionsOf(getBuSampleInfoListByConsignId, { consignId: consignment?.consignId ?? '' }),
    enabled: consignment !== null,
  });
  const sampleIds = (samples.data ?? []).filter(({ id }) => !excludedIds.has(id)).map(({ id }) => id);
  const problems = {
    consignment: consignment ? undefined : t('chooseConsignment'),
    samples:
      consignment && samples.data && sampleIds.length === 0
        ? messageOf('REPORT_SAMPLES_REQUIRED', {}, language())
        : undefined,
    number: number.trim() === '' ? messageOf('REPORT_NUMBER_REQUIRED', {}, language()) : undefined,
  };
  const save = async () => {
    setShowsProblems(true);
    if (!consignment || !samples.data || problems.samples || problems.number) return false;
    await callOperation(registerReport, {
      body: { consignId: consignment.consignId, sampleIds, reportNumber: number.trim() },
      idempotencyKey,
    });
    return true;
  };
  return (
    <SubmitDialog
      title={t('register')}
      width={550}
      action={t('register')}
      hasUnsavedInput={number !== ''}
      save={save}
      onDone={onDone}
    >
      {preselected ? (
        <div>
          <span className="numeric strong">{preselected.consignCode}</span>　{preselected.consignUnitName}
        </div>
      ) : (
        <Field label={t('registerWhat')} group required error={showsProblems ? problems.consignment : undefined}>
          <ReceivedChoices
            chosen={consignment}
            onChoose={(selected) => {
              setConsignment(selected);
              setExcludedIds(new Set());
            }}
          />
        </Field>
      )}
      {consignment && (
        <Field label={t('reportSamples')} group required error={showsProblems ? problems.samples : undefined}>
          {samples.isPending ? (
            <Spinner size={16} />
          ) : (
            <div className="sample-choices">
              {(samples.data ?? []).map(({ id, testUnitSampleName, specificationType }) => (
                <Checkbox
                  key={id}
                  className="check"
                  label={[testUnitSampleName, specificationType].filter(Boolean).join(' ')}
                  checked={!excludedIds.has(id)}
                  onChange={(event) =>
                    setExcludedIds(
                      (current) =>
                        new Set(
                          event.currentTarget.checked ? [...current].filter((other) => other !== id) : [...current, id],
                        ),
                    )
                  }
                />
              ))}
            </div>
          )}
        </Field>
      )}
      <Field
        label={t('reportNumber')}
        required
        hint={t('numberHint')}
        error={showsProblems ? problems.number : undefined}
      >
        <InputGroup value={number} maxLength={50} onValueChange={setNumber} />
      </Field>
    </SubmitDialog>
  );
};

/** Consignments whose samples were received; those without a report are first, because they are the newest. */
const ReceivedChoices = ({
  chosen: selected,
  onChoose,
}: {
  chosen: Consignment | null;
  onChoose(consignment: Consignment): void;
}) => {
  const t = useTexts(texts);
  const [applied, setApplied] = useState('');
  const [keyword, setKeyword] = useDebounced(applied, setApplied);
  const consignmentQuery = useQuery({
    queryKey: [getReportConsignScheduleNew.name, 'received', applied],
    queryFn: ({ signal }) =>
      callOperation(getReportConsignScheduleNew, {
        query: { keyword: applied, maxResultCount: CHOICES, atLeast: atLeast() },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <div className="received">
      <InputGroup
        leftElement={
          <span className="bp6-icon">
            <Search />
          </span>
        }
        value={keyword}
        onValueChange={setKeyword}
        placeholder={t('findConsignment')}
        aria-label={t('findConsignment')}
      />
      {!consignmentQuery.data && consignmentQuery.error && (
        <ErrorState error={consignmentQuery.error} onRetry={() => void consignmentQuery.refetch()} />
      )}
      {consignmentQuery.data && consignmentQuery.data.items.length === 0 && (
        <p className="secondary">{t('noneReceived')}</p>
      )}
      {consignmentQuery.data && consignmentQuery.data.items.length > 0 && (
        <div className="received-choices" role="radiogroup" aria-label={t('consignment')}>
          {consignmentQuery.data.items.map((item) => (
            <Radio
              key={item.consignId}
              name="received"
              className="received-choice"
              checked={selected?.consignId === item.consignId}
              onChange={() => onChoose(item)}
              labelElement={
                <>
                  <span className="numeric">{item.consignCode}</span>{' '}
                  <span className="ellipsis">
                    {item.consignUnitName}　{item.testContent}
                  </span>{' '}
                  <span className="aux muted push">{item.reportSchedule}</span>
                </>
              }
            />
          ))}
        </div>
      )}
    </div>
  );
};

/** Asks for a new report, of one consignment or of one to be chosen; true if it was registered. */
export const openRegistrationDialog = async (preselected: Consignment | null): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isRegistered = await openDialog<boolean>((settle) => (
    <RegisterDialog preselected={preselected} idempotencyKey={idempotencyKey} onDone={settle} />
  ));
  if (isRegistered) toastSuccess(textOf(texts, 'registered'));
  await reportsChanged();
  return isRegistered;
};

/** The file of one report, with its progress; closes when it has arrived. */
const UploadDialog = ({ report, onDone }: { report: ScheduledReport; onDone(uploaded: boolean): void }) => {
  const t = useTexts(texts);
  const send: UploadFile = async (file, { idempotencyKey, ...options }) => {
    const { uploadId } = await uploadFile(file, options);
    await callOperation(uploadReport, {
      query: { id: report.reportId },
      body: { uploadId },
      ifMatch: report.revision,
      idempotencyKey,
      signal: options.signal,
    });
    onDone(true);
  };
  return (
    <AppDialog
      title={t('upload')}
      width={480}
      onClose={() => onDone(false)}
      footer={<Button className="push" text={t('cancel')} onClick={() => onDone(false)} />}
    >
      <div className="stack">
        <ReadOnlyFields
          columns={2}
          items={[
            [
              t('reportNumber'),
              <span key="number" className="numeric">
                {report.reportNumber}
              </span>,
            ],
            [t('current'), report.file ? `${report.file.name}${inBrackets(fileSize(report.file.size))}` : t('noFile')],
          ]}
        />
        <FilePicker label={t('uploadWhat')} extensions={REPORT_EXTENSIONS} send={send} />
      </div>
    </AppDialog>
  );
};

/** Asks for the file of a report; true if it was uploaded. */
export const openUploadDialog = async (report: ScheduledReport): Promise<boolean> => {
  const isUploaded = await openDialog<boolean>((settle) => <UploadDialog report={report} onDone={settle} />);
  if (isUploaded) toastSuccess(textOf(texts, 'uploaded'));
  await reportsChanged();
  return isUploaded;
};

const ApplyDialog = ({
  item,
  idempotencyKey,
  onDone,
}: {
  item: ReportScheduleItem;
  idempotencyKey: string;
  onDone(saved: boolean): void;
}) => {
  const t = useTexts(texts);
  const [copies, setCopies] = useState<number | null>(1);
  const [remark, setRemark] = useState('');
  const [missing, setMissing] = useState(false);
  const save = async () => {
    setMissing(!copies);
    if (!copies) return false;
    const about = item.reportId === null ? { consignId: item.consignId } : { reportId: item.reportId };
    await callOperation(addReportApply, {
      body: { ...about, reportCount: copies, remark: remark.trim() },
      idempotencyKey,
    });
    return true;
  };
  return (
    <SubmitDialog
      title={t('applyFor')}
      action={t('applyFor')}
      hasUnsavedInput={remark !== ''}
      save={save}
      onDone={onDone}
    >
      <div>
        <span className="numeric strong">{item.reportNumber || item.consignCode}</span>　{t('applySentence')}
      </div>
      <Field label={t('copies')} required error={missing ? messageOf('REPORT_COUNT_MIN', {}, language()) : undefined}>
        <CountInput value={copies} min={1} max={MAX_REPORT_COPIES} onCount={setCopies} />
      </Field>
      <Field
        label={t('applyRemark')}
        aside={
          <span className="numeric">
            {remark.length} / {REMARK_LENGTH}
          </span>
        }
      >
        <TextArea
          fill
          className="remark"
          value={remark}
          maxLength={REMARK_LENGTH}
          placeholder={t('applyPlaceholder')}
          onChange={(event) => setRemark(event.target.value.slice(0, REMARK_LENGTH))}
        />
      </Field>
    </SubmitDialog>
  );
};

/** A client's application for a report, or for the missing report of a consignment. */
export const openApplicationDialog = async (item: ReportScheduleItem): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isApplied = await openDialog<boolean>((settle) => (
    <ApplyDialog item={item} idempotencyKey={idempotencyKey} onDone={settle} />
  ));
  if (isApplied) toastSuccess(textOf(texts, 'applied'));
  await reportsChanged();
  return isApplied;
};
