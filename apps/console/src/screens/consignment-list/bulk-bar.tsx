import { Button } from '@blueprintjs/core';
import { useCallback } from 'react';
import type { ActionName, ConsignmentListRow, UserInfo } from '#contract';
import { UNSPECIFIED_TARGETS } from '#domain/consignment';
import { CONSIGN_STATUS } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { toastWarning } from '../../components/toaster.js';
import { signConsignments } from '../../consignment/sign.js';
import { useStatusName } from '../../consignment/statuses.js';
import {
  deleteConsignments,
  type DisabledReason,
  disabledReason,
  submitConsignments,
  withdrawConsignments,
} from '../../consignment/actions.js';
import { labelSeparator } from '../../i18n/language.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { isClient, useUser } from '../../lib/session.js';
import { useFeatureCommands } from '../../lib/feature-commands.js';
import { canCall } from './row-menu.js';
import { texts } from './texts.js';
import type { Selection } from './use-consignments.js';

type Row = ConsignmentListRow;
type Text = Translate<keyof typeof texts.zh>;

export type BulkActionName = 'submit' | 'sign' | 'cancel' | 'delete' | 'export' | 'pdf';

/** One action over the chosen rows: those it applies to, and the others with their reasons. */
type BulkAction = {
  name: BulkActionName;
  text: string;
  allowedRows: readonly Row[];
  refusals: readonly { row: Row; reason: string }[];
};

const LABELS = {
  submit: 'submitN',
  sign: 'signN',
  cancel: 'withdrawN',
  delete: 'removeN',
  export: 'exportN',
  pdf: 'printN',
} as const;

/** Whether a user has any action over several rows, so that rows can be chosen. */
export const canChoose = (user: Pick<UserInfo, 'roles'>): boolean => isClient(user) || canCall('Export', user);

/** All actions of this user over several rows, with the count in the text (LS-007). */
const bulkActions = (rows: readonly Row[], user: Pick<UserInfo, 'roles'>, t: Text): BulkAction[] => {
  const action = (name: BulkActionName, reasonOf: (row: Row) => DisabledReason = () => null): BulkAction => {
    const rowsWithReason = rows.map((row) => ({ row, reason: reasonOf(row) }));
    const allowedRows = rowsWithReason.flatMap(({ row, reason }) => (reason === null ? [row] : []));
    return {
      name,
      text: t(LABELS[name], { n: allowedRows.length }),
      allowedRows,
      refusals: rowsWithReason.flatMap(({ row, reason }) => (reason === null ? [] : [{ row, reason }])),
    };
  };
  const against =
    (action: ActionName) =>
    (row: Row): DisabledReason =>
      disabledReason(action, row, user);
  return [
    ...(isClient(user)
      ? [
          action('submit', (row) => against('submit')(row) ?? (row.incompleteSamples > 0 ? t('incomplete') : null)),
          action('sign', against('sign')),
          action('cancel', against('cancel')),
          action('delete', against('delete')),
        ]
      : []),
    ...(canCall('Export', user) ? [action('export')] : []),
    ...(canCall('GenConsignPdf', user) ? [action('pdf')] : []),
  ];
};

type BulkBarProps = { rows: readonly ConsignmentListRow[]; onAction(action: BulkAction): void; onClear(): void };

/** The actions for the chosen rows, with the count in each; the tooltip explains the others. */
export const BulkBar = ({ rows, onAction, onClear }: BulkBarProps) => {
  const t = useTexts(texts);
  const user = useUser();
  if (rows.length === 0) return null;
  const nameOf = (row: ConsignmentListRow): string => row.consignCode || `${t('draft')} ${row.testContent}`;
  const actions = bulkActions(rows, user, t);
  const toSubmit = actions.find(({ name }) => name === 'submit');
  const [firstRefused] = toSubmit?.refusals ?? [];
  const explain = () =>
    void openAlertDialog({
      title: t('look'),
      message: actions
        .flatMap((action) =>
          action.refusals.length === 0
            ? []
            : [
                t('cannot', { action: action.text.replace(/\s?[（(].*$/, '') }),
                ...action.refusals.map(({ row, reason }) => `　${nameOf(row)}${labelSeparator()}${reason}`),
              ],
        )
        .join('\n'),
    });
  return (
    <div className="bulk-bar" role="region" aria-label={t('chosen', { n: rows.length })}>
      <span className="strong">{t('chosen', { n: rows.length })}</span>
      {actions.map((action) => (
        <Button
          key={action.name}
          size="small"
          text={action.text}
          title={action.allowedRows.length === 0 ? action.refusals[0]?.reason : undefined}
          onClick={() => onAction(action)}
          {...(action === actions[0] && action.allowedRows.length > 0
            ? { intent: 'primary' as const }
            : { variant: 'outlined' as const, className: action.allowedRows.length === 0 ? 'forbidden' : '' })}
        />
      ))}
      {toSubmit && firstRefused && (
        <>
          <span className="aux secondary ellipsis">
            {t('notSubmittable', { n: toSubmit.refusals.length, reason: firstRefused.reason })}
          </span>
          <button type="button" className="link-button aux" onClick={explain}>
            {t('look')}
          </button>
        </>
      )}
      <Button className="push" size="small" variant="minimal" text={t('clearChosen')} onClick={onClear} />
      <span className="key-hint only-wide">Esc</span>
    </div>
  );
};

/** Saving first fixes these: they are left out when others are submitted (CL-016, VA-013). */
const isBlocked = ({ consignStatus, incompleteSamples }: Row): boolean =>
  consignStatus === CONSIGN_STATUS.withdrawn || incompleteSamples > 0;

/**
 * Actions over the chosen rows. Submitting and signing check the whole selection before anything is sent (LS-007); the
 * others apply to the rows that allow it.
 */
export const useBulkActions = (selection: Selection, exportRows: (rows: readonly Row[]) => void) => {
  const nameOf = useStatusName();
  const { openPdf } = useFeatureCommands();
  const { rows: selectedRows, clear } = selection;

  const submit = useCallback(async () => {
    const submittableRows = selectedRows.filter((row) => !isBlocked(row));
    if (await submitConsignments(submittableRows.length > 0 ? submittableRows : selectedRows)) clear();
  }, [selectedRows, clear]);
  const sign = useCallback(async () => {
    if (await signConsignments(selectedRows)) clear();
  }, [selectedRows, clear]);

  const onAction = async ({ name, allowedRows, refusals }: BulkAction): Promise<void> => {
    switch (name) {
      case 'submit':
        return submit();
      case 'sign':
        return sign();
      case 'export':
        return exportRows(allowedRows);
      case 'pdf': {
        const codes = new Map(allowedRows.map(({ id, consignCode }) => [id, consignCode]));
        return openPdf([...codes.keys()], (id) => codes.get(id) ?? '');
      }
      case 'cancel':
      case 'delete': {
        const [first] = refusals;
        if (allowedRows.length === 0 && first) return toastWarning(first.reason);
        if (
          await (name === 'cancel'
            ? withdrawConsignments(allowedRows, nameOf(UNSPECIFIED_TARGETS.cancel))
            : deleteConsignments(allowedRows))
        )
          clear();
      }
    }
  };
  return { submit, sign, onAction };
};
