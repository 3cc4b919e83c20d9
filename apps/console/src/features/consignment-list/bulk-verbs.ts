import type { ActionName, ConsignmentListRow, UserInfo } from '#contract';
import { type Reason, reasonAgainst } from '../../consignment/row-actions.js';
import type { Translate } from '../../i18n/texts.js';
import { isClient } from '../../lib/session.js';
import { mayCall } from './row-verbs.js';
import type { texts } from './texts.js';

type Row = ConsignmentListRow;
type Text = Translate<keyof typeof texts.zh>;

export type BulkVerbName = 'submit' | 'sign' | 'cancel' | 'delete' | 'export' | 'pdf';

/** One verb over the chosen rows: those it can be done with, and the rest with the reason of each. */
export type BulkVerb = {
  name: BulkVerbName;
  text: string;
  able: readonly Row[];
  refused: readonly { row: Row; reason: string }[];
};

const LABELS = {
  submit: 'submitN',
  sign: 'signN',
  cancel: 'withdrawN',
  delete: 'removeN',
  export: 'exportN',
  pdf: 'printN',
} as const;

/** Whether a user can do anything with several rows, so that rows can be chosen at all. */
export const canChoose = (user: Pick<UserInfo, 'roles'>): boolean => isClient(user) || mayCall('Export', user);

/** Every verb this user has over several rows, with its count in its text (DESIGN 4, LS-007). */
export const bulkVerbs = (rows: readonly Row[], user: Pick<UserInfo, 'roles'>, t: Text): BulkVerb[] => {
  const verb = (name: BulkVerbName, reasonOf: (row: Row) => Reason = () => null): BulkVerb => {
    const judged = rows.map((row) => ({ row, reason: reasonOf(row) }));
    const able = judged.flatMap(({ row, reason }) => (reason === null ? [row] : []));
    return {
      name,
      text: t(LABELS[name], { n: able.length }),
      able,
      refused: judged.flatMap(({ row, reason }) => (reason === null ? [] : [{ row, reason }])),
    };
  };
  const against =
    (action: ActionName) =>
    (row: Row): Reason =>
      reasonAgainst(action, row, user);
  return [
    ...(isClient(user)
      ? [
          verb('submit', (row) => against('submit')(row) ?? (row.incompleteSamples > 0 ? t('incomplete') : null)),
          verb('sign', against('sign')),
          verb('cancel', against('cancel')),
          verb('delete', against('delete')),
        ]
      : []),
    ...(mayCall('Export', user) ? [verb('export')] : []),
    ...(mayCall('GenConsignPdf', user) ? [verb('pdf')] : []),
  ];
};
