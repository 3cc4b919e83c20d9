import { useState } from 'react';
import {
  confirmSample,
  type ConsignmentView,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
} from '#contract';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { invalidateConsignments, markChanged } from '../../consignment/actions.js';
import { useTexts } from '../../i18n/texts.js';
import { notifyParentPage } from '../../lib/embedding.js';
import { logHandledFailure, reportFailure } from '../../lib/failures.js';
import { ApiError, callOperation } from '../../lib/http.js';
import { isOutcomeUnknown, withIdempotencyKey } from '../../lib/idempotent-write.js';
import { texts } from './texts.js';

/** What a laboratory decides: the verdict of its audit, and whether it receives the samples. */
export type LabDecision = 'pass' | 'reject' | 'confirm' | 'return';

/** Text keys of the results, in the specification's words (000 section 8). */
const SUCCESS_TEXT = { pass: 'auditPassed', reject: 'rejected', confirm: 'confirmed', return: 'returned' } as const;

const callDecision = (
  decision: LabDecision,
  ids: string[],
  text: string,
  options: { ifMatch: number; idempotencyKey: string },
): Promise<unknown> => {
  switch (decision) {
    case 'pass':
      return callOperation(passAuditConsignInfo, { body: { ids, remark: text }, ...options });
    case 'reject':
      return callOperation(noPassAuditConsignInfo, { body: { ids, remark: text }, ...options });
    case 'confirm':
      return callOperation(confirmSample, { body: { ids, remark: text }, ...options });
    case 'return':
      return callOperation(noPassConfirmSample, { body: { ids, description: text }, ...options });
  }
};

/** Repeats the call once if its response was lost. The same key makes sure that it is done once. */
const retryIfOutcomeUnknown = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    await write();
  }
};

/** Runs a decision and reads the consignment again in any case; a refusal alerts with the server's message. */
export const useLabDecisions = (view: ConsignmentView) => {
  const t = useTexts(texts);
  const [running, setRunning] = useState<LabDecision | null>(null);
  const run = async (decision: LabDecision, text: string): Promise<boolean> => {
    if (running) return false;
    setRunning(decision);
    try {
      await retryIfOutcomeUnknown(() =>
        withIdempotencyKey(`${decision} ${view.id} ${view.revision} ${text.trim()}`, (idempotencyKey) =>
          callDecision(decision, [view.id], text.trim(), { ifMatch: view.revision, idempotencyKey }),
        ),
      );
      markChanged([view.id]);
      toastSuccess(t(SUCCESS_TEXT[decision]));
      // Tells the page that embeds this one (000 section 7), except when the consignment was sent back.
      if (decision === 'pass' || decision === 'confirm')
        notifyParentPage({ consignId: view.id, consignCode: view.consignCode });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        logHandledFailure(error);
        void openAlertDialog({ title: t('staleTitle'), message: t('staleText') });
      } else reportFailure(error);
      return false;
    } finally {
      await invalidateConsignments();
      setRunning(null);
    }
  };
  return { running, run };
};
