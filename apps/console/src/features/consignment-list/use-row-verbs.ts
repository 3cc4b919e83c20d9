import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentListRow } from '#contract';
import { auditPlace, formPlace } from '../../consignment/places.js';
import { askMailNumber } from '../../consignment/mail-number.js';
import { openBill } from '../../consignment/open-bill.js';
import { signConsignments } from '../../consignment/sign.js';
import { useStatusName } from '../../consignment/statuses.js';
import { copyConsignment, deleteConsignment, notifyWitnesses, reopenForEditing, submitConsignments, withdrawConsignment } from '../../consignment/verbs.js';
import { CHOSEN_TARGETS } from '#domain';
import { useVerbs } from '../../lib/verbs.js';
import type { VerbName } from './row-verbs.js';

/** Does what a verb of a row says. */
export const useRowVerbs = (): ((verb: VerbName, row: ConsignmentListRow) => Promise<void>) => {
  const navigate = useNavigate();
  const nameOf = useStatusName();
  const { showLog, openPdf, previewPrint } = useVerbs();
  return useCallback(
    async (verb, row) => {
      switch (verb) {
        case 'view': case 'edit':
          await navigate(formPlace(row.id, row.consignType));
          break;
        case 'audit':
          await navigate(auditPlace(row.id, row.consignType));
          break;
        case 'submit':
          await submitConsignments([row]);
          break;
        case 'sign':
          await signConsignments([row]);
          break;
        case 'notifyWitness':
          await notifyWitnesses(row);
          break;
        case 'setMailNumber':
          await askMailNumber(row);
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
        case 'log':
          showLog({ id: row.id, code: row.consignCode });
          break;
        case 'cancel':
          await withdrawConsignment(row, nameOf(CHOSEN_TARGETS.cancel));
          break;
        case 'delete':
          await deleteConsignment(row);
          break;
        case 'reedit':
          if (await reopenForEditing(row, nameOf)) await navigate(formPlace(row.id, row.consignType));
          break;
        case 'copy': {
          const id = await copyConsignment(row);
          if (id) await navigate(formPlace(id, row.consignType));
        }
      }
    },
    [navigate, nameOf, showLog, openPdf, previewPrint],
  );
};
