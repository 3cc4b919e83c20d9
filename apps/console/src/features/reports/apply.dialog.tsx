import { TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import { addReportApply, type ReportScheduleItem } from '#contract';
import { messageOf, MOST_REPORT_COPIES } from '#domain';
import { CountInput } from '../../components/number-input.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { REMARK_LENGTH } from '../../components/remark-dialog.js';
import { succeed } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import { SavingDialog } from './saving-dialog.js';
import { texts } from './texts.js';
import { reportsChanged } from './use-schedule.js';

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
    await call(addReportApply, { body: { ...about, reportCount: copies, remark: remark.trim() }, idempotencyKey });
    return true;
  };
  return (
    <SavingDialog
      title={t('applyFor')}
      verb={t('applyFor')}
      hasUnsavedInput={remark !== ''}
      save={save}
      onDone={onDone}
    >
      <div>
        <span className="numeric strong">{item.reportNumber || item.consignCode}</span>　{t('applySentence')}
      </div>
      <Field label={t('copies')} required error={missing ? messageOf('REPORT_COUNT_MIN', {}, language()) : undefined}>
        <CountInput value={copies} min={1} max={MOST_REPORT_COPIES} onCount={setCopies} />
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
    </SavingDialog>
  );
};

/** A client's application for a report, or for the report a consignment has not got yet. */
export const askApplication = async (item: ReportScheduleItem): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const done = await askWith<boolean>((settle) => (
    <ApplyDialog item={item} idempotencyKey={idempotencyKey} onDone={settle} />
  ));
  if (done) succeed(textOf(texts, 'applied'));
  await reportsChanged();
  return done;
};
