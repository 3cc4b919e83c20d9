import { Button, Checkbox } from '@blueprintjs/core';
import { Tick, WarningSign } from '@blueprintjs/icons';
import { useState } from 'react';
import {
  checkCatalogueImport,
  getAccessoryTypes,
  getAllStandard,
  getSampleForm,
  getSampleLevels,
  importCatalogue,
  listPacks,
  listReferenceLists,
  type WorkbookReport,
} from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { orDash } from '../../components/data-table.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { FilePicker } from '../../components/file-picker.js';
import { toastSuccess } from '../../components/toaster.js';
import { useSubmit } from '../../components/use-submit.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { newIdempotencyKey } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { upload } from '../../lib/upload.js';
import './catalogue-management.css';
import { levelMemberLabel, listMemberLabel } from './catalogue-writes.js';
import { texts as listTexts } from './lists.texts.js';
import { texts } from './texts.js';
import { type CatalogueOwner, samplesChanged, memberLabel } from './catalogue-actions.js';

type Props = { prices: WorkbookReport['emptiedPrices']; isConfirmed: boolean; onConfirm(is: boolean): void };

/** Prices that a workbook removes or sets to 0: the import waits until the user confirms them. */
const EmptiedPrices = ({ prices, isConfirmed, onConfirm }: Props) => {
  const t = useTexts(texts);
  return (
    <>
      <div className="note warning" role="alert">
        <WarningSign size={14} />
        <span>
          <strong>{t('emptiedPrices', { n: prices.length })}</strong> {t('emptiedHint')}
        </span>
      </div>
      <div className="workbook-problems" role="region" aria-label={t('emptiedList')}>
        <table className="data-table" aria-label={t('emptiedList')}>
          <colgroup>
            <col style={{ width: '32%' }} />
            <col style={{ width: '32%' }} />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th>{t('emptiedParameter')}</th>
              <th>{t('field')}</th>
              <th>{t('before')}</th>
              <th>{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {prices.map(({ sampleId, sampleName, testParamCode, paramName, member, old, now }) => (
              <tr key={`${sampleId}/${testParamCode}/${member}`}>
                <td>
                  <span className="numeric">{testParamCode}</span> {paramName}
                </td>
                <td className="secondary">
                  {sampleName} · {t(member)}
                </td>
                <td className="numeric">{orDash(old)}</td>
                <td className="numeric">{orDash(now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Checkbox
        checked={isConfirmed}
        label={t('confirmEmptied')}
        onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
      />
    </>
  );
};

type ChangedEntry = {
  key: string;
  code: string;
  name: string;
  changes: WorkbookReport['changes'][number]['changes'];
  labelOf(field: string, member: string): string;
};

const LISTS = ['字典', '资质'];
const LEVELS = '分类';
const labelLookupOf = (sheet: string) =>
  sheet === LEVELS ? levelMemberLabel : LISTS.includes(sheet) ? listMemberLabel : memberLabel;

/** The changes of a workbook: samples by their codes, then everything else by its sheet. */
const WorkbookChanges = ({ report: { changes, others } }: { report: Pick<WorkbookReport, 'changes' | 'others'> }) => {
  const t = useTexts(texts);
  const all: ChangedEntry[] = [
    ...changes.map(({ sampleId, sampleCode, sampleName, changes: fieldChanges }) => ({
      key: sampleId,
      code: sampleCode,
      name: sampleName,
      changes: fieldChanges,
      labelOf: memberLabel,
    })),
    ...others.map(({ sheet, id, name, changes: fieldChanges }) => ({
      key: `${sheet}/${id}`,
      code: sheet,
      name,
      changes: fieldChanges,
      labelOf: labelLookupOf(sheet),
    })),
  ];
  const valueText = (value: string) => orDash(value === 'true' ? t('yes') : value === 'false' ? t('no') : value);
  return (
    <div className="workbook-changes" role="region" aria-label={t('changeList')}>
      {all.map(({ key, code, name, changes: fieldChanges, labelOf }) => (
        <details key={key} open={all.length <= 3}>
          <summary>
            <span className="numeric">{code}</span> {name}
            <span className="muted"> · {fieldChanges.length}</span>
          </summary>
          <table className="data-table" aria-label={name}>
            <colgroup>
              <col style={{ width: '40%' }} />
              <col />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th>{t('field')}</th>
                <th>{t('before')}</th>
                <th>{t('after')}</th>
              </tr>
            </thead>
            <tbody>
              {fieldChanges.map(({ field, about, member, old, new: now }) => (
                <tr key={`${field}/${about}/${member}/${now}`}>
                  <td>{[about, labelOf(field, member)].filter(Boolean).join(' · ')}</td>
                  <td className="secondary">{valueText(old)}</td>
                  <td>{valueText(now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
};

const countOf = ({ changes, others }: WorkbookReport): number => changes.length + others.length;

type Checked = { file: File; report: WorkbookReport; key: string };

/** Imports a workbook: shows its changes, or every wrong cell; then imports all of it or nothing. */
const WorkbookDialog = ({ owner, onDone }: { owner: CatalogueOwner; onDone(): void }) => {
  const t = useTexts(texts);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const { failed, running, send } = useSubmit();
  const check = async (file: File, options: { signal: AbortSignal; onProgress(share: number): void }) => {
    const { data: report } = await upload(checkCatalogueImport, file, { fields: owner.ownerQuery, ...options });
    setConfirmed(false);
    setChecked({ file, report, key: newIdempotencyKey() });
  };
  const importIt = ({ file, key }: Checked) =>
    send(async () => {
      const { data } = await upload(importCatalogue, file, {
        fields: { ...owner.ownerQuery, ...(isConfirmed ? { confirmEmptiedPrices: 'true' } : {}) },
        idempotencyKey: key,
      });
      if (!data.imported) {
        setChecked({ file, report: data, key });
        return false;
      }
      toastSuccess(
        data.others.length > 0
          ? textOf(listTexts, 'importedChanges', { n: countOf(data) })
          : t('importDone', { n: data.changes.length }),
      );
      onDone();
      await Promise.all([
        samplesChanged(),
        invalidateOperations(
          listReferenceLists,
          getSampleLevels,
          getSampleForm,
          listPacks,
          getAllStandard,
          getAccessoryTypes,
        ),
      ]);
      return true;
    });
  const hasChanges = checked !== null && checked.report.problemCount === 0 && countOf(checked.report) > 0;
  const canImport = hasChanges && (isConfirmed || checked.report.emptiedPrices.length === 0);
  const confirm = () => {
    if (canImport) void importIt(checked);
  };
  return (
    <AppDialog
      title={t('workbookTitle')}
      width={900}
      hasUnsavedInput={hasChanges}
      onClose={() => {
        if (!running) onDone();
      }}
      onConfirm={confirm}
      footer={
        <>
          {checked && <Button text={t('checkAgain')} disabled={running} onClick={() => setChecked(null)} />}
          <Button className="push" text={t('close')} disabled={running} onClick={onDone} />
          <Button intent="primary" text={t('doImport')} disabled={!canImport} loading={running} onClick={confirm} />
        </>
      }
    >
      <div className="stack">
        {checked ? (
          <Report report={checked.report} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
        ) : (
          <>
            <p className="muted">{t('workbookHint')}</p>
            <FilePicker label={t('chooseWorkbook')} extensions={['.xlsx']} send={check} />
          </>
        )}
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

type ReportProps = { report: WorkbookReport; isConfirmed: boolean; onConfirm(is: boolean): void };

const Report = ({ report, isConfirmed, onConfirm }: ReportProps) => {
  const t = useTexts(texts);
  const listText = useTexts(listTexts);
  if (report.problemCount > 0) return <Problems report={report} />;
  if (countOf(report) === 0)
    return (
      <div className="note info" role="status">
        {t('nothingToChange')}
      </div>
    );
  return (
    <>
      <div className="note success" role="status">
        <Tick size={14} />
        {[
          ...(report.changes.length > 0
            ? [t('willChange', { samples: report.changes.length, parameters: report.newParameters })]
            : []),
          ...(report.others.length > 0 ? [listText('othersChange', { n: report.others.length })] : []),
        ].join(' · ')}
      </div>
      {report.emptiedPrices.length > 0 && (
        <EmptiedPrices prices={report.emptiedPrices} isConfirmed={isConfirmed} onConfirm={onConfirm} />
      )}
      <WorkbookChanges report={report} />
    </>
  );
};

const Problems = ({ report: { problems, problemCount } }: { report: WorkbookReport }) => {
  const t = useTexts(texts);
  return (
    <>
      <FailureNote>{t('problemsFound', { n: problemCount })}</FailureNote>
      <div className="workbook-problems" role="region" aria-label={t('problemList')}>
        <table className="data-table" aria-label={t('problemList')}>
          <colgroup>
            <col style={{ width: '28%' }} />
            <col style={{ width: '26%' }} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th>{t('place')}</th>
              <th>{t('cell')}</th>
              <th>{t('problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ sheet, row, column, head, value, message }) => (
              <tr key={`${sheet}/${row}/${column}/${message}`}>
                <td>
                  {sheet}{' '}
                  <span className="numeric">
                    {column}
                    {row}
                  </span>{' '}
                  {head}
                </td>
                <td className="secondary">{orDash(value)}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problemCount > problems.length && <p className="muted">{t('more', { n: problemCount - problems.length })}</p>}
    </>
  );
};

export const openWorkbookDialog = (owner: CatalogueOwner): Promise<void> =>
  openDialog<void>((settle) => <WorkbookDialog owner={owner} onDone={() => settle()} />);
