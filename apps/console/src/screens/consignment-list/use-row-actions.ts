import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { UNSPECIFIED_TARGETS } from '#domain/consignment';
import { warnBeforeSubmitting } from '../../consignment/submission-problems.js';
import { openMailNumberDialog } from '../../consignment/mail-number.js';
import { historyPath } from '../../lib/paths.js';
import { signConsignments } from '../../consignment/sign.js';
import { useStatusName } from '../../consignment/statuses.js';
import {
  copyConsignment,
  deleteConsignment,
  notifyWitnesses,
  reopenForEditing,
  submitConsignments,
  withdrawConsignment,
  openBill,
} from '../../consignment/actions.js';
import { isTestingUnit, useUser } from '../../lib/session.js';
import { useFeatureCommands } from '../../lib/feature-commands.js';
import { rowPath } from './columns.js';
import type { ListKind } from './list-kinds.js';
import type { RowActionName } from './row-menu.js';

/** Runs an action of a row. */
export const useRowActions = (kind: ListKind): ((action: RowActionName, row: ConsignmentListRow) => Promise<void>) => {
  const navigate = useNavigate();
  const nameOf = useStatusName();
  const { showLog, openPdf, previewPrint } = useFeatureCommands();
  const audits = isTestingUnit(useUser());
  return useCallback(
    async (action, row) => {
      const formPath = (row: Pick<ConsignmentListRow, 'id' | 'consignType'>): string => rowPath(kind, audits, row);
      switch (action) {
        case 'view':
        case 'edit':
        case 'audit':
          await navigate(formPath(row));
          break;
        case 'submit': {
          const problem = await warnBeforeSubmitting(row.id);
          if (problem === false) await submitConsignments([row]);
          else if (problem)
            await navigate(problem.sampleIds[0] ? `${formPath(row)}&sample=${problem.sampleIds[0]}` : formPath(row));
          break;
        }
        case 'sign':
          await signConsignments([row]);
          break;
        case 'notifyWitness':
          await notifyWitnesses(row);
          break;
        case 'setMailNumber':
          await openMailNumberDialog(row);
          break;
        case 'print':
          await openBill(row.id);
          break;
        case 'preview':
          previewPrint([row.id]);
          break;
        case 'pdf':
          await openPdf([row.id]);
          break;
        case 'history':
          await navigate(historyPath(row.id));
          break;
        case 'log':
          showLog({ id: row.id, code: row.consignCode });
          break;
        case 'cancel':
          await withdrawConsignment(row, nameOf(UNSPECIFIED_TARGETS.cancel));
          break;
        case 'delete':
          await deleteConsignment(row);
          break;
        case 'reedit':
          if (await reopenForEditing(row, nameOf)) await navigate(formPath(row));
          break;
        case 'copy': {
          const id = await copyConsignment(row);
          if (id) await navigate(formPath({ id, consignType: row.consignType }));
        }
      }
    },
    [kind, audits, navigate, nameOf, showLog, openPdf, previewPrint],
  );
};
