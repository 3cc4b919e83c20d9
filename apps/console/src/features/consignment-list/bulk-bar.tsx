import { Button } from '@blueprintjs/core';
import type { ConsignmentListRow } from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { reasonAgainst } from '../../consignment/row-actions.js';
import { useTexts } from '../../i18n/texts.js';
import { useUser } from '../../lib/session.js';
import { texts } from './texts.js';

type BulkBarProps = { rows: readonly ConsignmentListRow[]; onSubmit(rows: readonly ConsignmentListRow[]): void; onSign(rows: readonly ConsignmentListRow[]): void; onClear(): void };

/** What may be done with all chosen rows, with the count inside the verb; the rest is explained (DESIGN 4). */
export const BulkBar = ({ rows, onSubmit, onSign, onClear }: BulkBarProps) => {
  const t = useTexts(texts);
  const user = useUser();
  if (rows.length === 0) return null;
  const nameOf = (row: ConsignmentListRow): string => row.consignCode || `${t('draft')} ${row.testContent}`;
  const refused = rows.flatMap((row) => {
    const reason = reasonAgainst('submit', row, user) ?? (row.incompleteSamples > 0 ? t('incomplete') : null);
    return reason ? [{ row, reason }] : [];
  });
  const toSign = rows.filter((row) => reasonAgainst('sign', row, user) === null).length;
  return (
    <div className="bulk-bar" role="region" aria-label={t('chosen', { n: rows.length })}>
      <span className="strong">{t('chosen', { n: rows.length })}</span>
      <Button size="small" intent="primary" text={t('submitN', { n: rows.length - refused.length })} onClick={() => onSubmit(rows)} />
      <Button size="small" variant="outlined" text={t('sign')} className={toSign === rows.length ? '' : 'forbidden'} onClick={() => onSign(rows)} />
      {refused[0] && <>
        <span className="aux secondary ellipsis">{t('notSubmittable', { n: refused.length, reason: refused[0].reason })}</span>
        <button type="button" className="link-button aux" onClick={() => void alertUser({ title: t('submit'), message: refused.map(({ row, reason }) => `${nameOf(row)}：${reason}`).join('\n') })}>{t('look')}</button>
      </>}
      <Button className="push" size="small" variant="minimal" text={t('clearChosen')} onClick={onClear} />
      <span className="key-hint only-wide">Esc</span>
    </div>
  );
};
