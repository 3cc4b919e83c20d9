import { Button } from '@blueprintjs/core';
import { useCallback, useMemo, useState } from 'react';
import type { ReportScheduleItem } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { openPickUpDialog } from './pick-up.dialog.js';
import { openReportMailNumberDialog, openReportStatusDialog } from './progress.dialogs.js';
import { downloadable, downloadReports, reportDisabledReason } from './report-actions.js';
import { texts } from './texts.js';

type ReportBulkBarProps = { rows: readonly ReportScheduleItem[]; onClear(): void };

/** The actions for all chosen rows, with the count in each; a consignment stands for its reports. */
export const ReportBulkBar = ({ rows, onClear }: ReportBulkBarProps) => {
  const t = useTexts(texts);
  const lab = isTestingUnit(useUser());
  if (rows.length === 0) return null;
  const reports = rows.flatMap((row) => row.reports);
  const files = rows.flatMap(downloadable);
  const refused = lab ? reports.flatMap((report) => reportDisabledReason('setMailNumber', report) ?? []) : [];
  const mailable = reports.filter((report) => reportDisabledReason('setMailNumber', report) === null);
  const movable = reports.filter((report) => reportDisabledReason('changeStatus', report) === null);
  const fetchable = reports.filter((report) => reportDisabledReason('pickUp', report) === null);
  const run = async (act: () => Promise<boolean>) => {
    if (await act()) onClear();
  };
  return (
    <div className="bulk-bar" role="region" aria-label={t('chosen', { n: rows.length })}>
      <span className="strong">{t('chosen', { n: rows.length })}</span>
      {lab && (
        <>
          <Button
            size="small"
            intent="primary"
            text={t('mailN', { n: mailable.length })}
            disabled={mailable.length === 0}
            onClick={() => void run(() => openReportMailNumberDialog(mailable))}
          />
          <Button
            size="small"
            variant="outlined"
            text={t('statusN', { n: movable.length })}
            disabled={movable.length === 0}
            onClick={() => void run(() => openReportStatusDialog(movable))}
          />
          <Button
            size="small"
            variant="outlined"
            text={t('pickUpN', { n: fetchable.length })}
            disabled={fetchable.length === 0}
            onClick={() => void run(() => openPickUpDialog(fetchable))}
          />
        </>
      )}
      <Button
        size="small"
        {...(lab ? { variant: 'outlined' as const } : { intent: 'primary' as const })}
        text={t('downloadN', { n: files.length })}
        disabled={files.length === 0}
        onClick={() => void downloadReports(files)}
      />
      {refused[0] && (
        <span className="aux secondary ellipsis">{t('notMailable', { n: refused.length, reason: refused[0] })}</span>
      )}
      <Button className="push" size="small" variant="minimal" text={t('clearChosen')} onClick={onClear} />
      <span className="key-hint only-wide">Esc</span>
    </div>
  );
};

/** Key of a row: a report, or a consignment. */
export const rowKey = ({ reportId, consignId }: ReportScheduleItem): string => reportId ?? consignId;

export type SelectedReports = {
  keys: ReadonlySet<string>;
  rows: readonly ReportScheduleItem[];
  select(keys: readonly string[], selected: boolean): void;
  clear(): void;
};

/**
 * Rows checked over all pages of a list (isSelected of LS-008). A checked row that is on the page has its current
 * content.
 */
export const useSelectedReports = (visibleItems: readonly ReportScheduleItem[]): SelectedReports => {
  const [selection, setSelection] = useState<ReadonlyMap<string, ReportScheduleItem>>(new Map());
  const select = useCallback(
    (keys: readonly string[], selected: boolean) =>
      setSelection((current) => {
        const next = new Map(current);
        for (const key of keys) {
          const row = visibleItems.find((candidate) => rowKey(candidate) === key);
          if (selected && row) next.set(key, row);
          else next.delete(key);
        }
        return next;
      }),
    [visibleItems],
  );
  const clear = useCallback(() => setSelection(new Map()), []);
  return useMemo(
    () => ({
      keys: new Set(selection.keys()),
      rows: [...selection].map(([key, selectedRow]) => visibleItems.find((row) => rowKey(row) === key) ?? selectedRow),
      select,
      clear,
    }),
    [selection, visibleItems, select, clear],
  );
};
