import { useCallback } from 'react';
import type { ConsignmentListRow } from '#contract';
import { CHOSEN_TARGETS } from '#domain';
import { warn } from '../../components/toaster.js';
import { deleteConsignments, withdrawConsignments } from '../../consignment/several.js';
import { signConsignments } from '../../consignment/sign.js';
import { useStatusName } from '../../consignment/statuses.js';
import { submitConsignments } from '../../consignment/verbs.js';
import { useVerbs } from '../../lib/verbs.js';
import type { BulkVerb } from './bulk-verbs.js';
import type { Selection } from './use-selection.js';

type Row = ConsignmentListRow;

/** Saving first helps these: they are left out of a submission of others (CL-016, VA-013). */
const isBlocked = ({ consignStatus, incompleteSamples }: Row): boolean => consignStatus === 50 || incompleteSamples > 0;

/** Verbs over the chosen rows. Submitting and signing check the whole selection before anything is sent (LS-007); the others do what can be done. */
export const useBulkVerbs = (selection: Selection, exportRows: (rows: readonly Row[]) => void) => {
  const nameOf = useStatusName();
  const { openPdf } = useVerbs();
  const { rows: chosen, clear } = selection;

  const submit = useCallback(async () => {
    const ready = chosen.filter((row) => !isBlocked(row));
    if (await submitConsignments(ready.length > 0 ? ready : chosen)) clear();
  }, [chosen, clear]);
  const sign = useCallback(async () => {
    if (await signConsignments(chosen)) clear();
  }, [chosen, clear]);

  const onVerb = async ({ name, able, refused }: BulkVerb): Promise<void> => {
    switch (name) {
      case 'submit':
        return submit();
      case 'sign':
        return sign();
      case 'export':
        return exportRows(able);
      case 'pdf': {
        const codes = new Map(able.map(({ id, consignCode }) => [id, consignCode]));
        return openPdf([...codes.keys()], (id) => codes.get(id) ?? '');
      }
      case 'cancel':
      case 'delete': {
        const [first] = refused;
        if (able.length === 0 && first) return warn(first.reason);
        if (
          await (name === 'cancel'
            ? withdrawConsignments(able, nameOf(CHOSEN_TARGETS.cancel))
            : deleteConsignments(able))
        )
          clear();
      }
    }
  };
  return { submit, sign, onVerb };
};
