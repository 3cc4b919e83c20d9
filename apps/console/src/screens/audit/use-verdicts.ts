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

export type Verdict = 'pass' | 'reject' | 'confirm' | 'return';

/** Results in the specification's words (000 section 8). */
const SAID = { pass: 'passed_', reject: 'rejected', confirm: 'confirmed', return: 'returned' } as const;

const sent = (
  verdict: Verdict,
  ids: string[],
  text: string,
  options: { ifMatch: number; idempotencyKey: string },
): Promise<unknown> => {
  switch (verdict) {
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

/** Retries if the response was lost: the key shows what was done, and the laboratory's system is notified as well. */
const orAgain = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    await write();
  }
};

/** Runs a verdict and reads the outcome again in any case; a refusal alerts with the server's message. */
export const useVerdicts = (view: ConsignmentView) => {
  const t = useTexts(texts);
  const [running, setRunning] = useState<Verdict | null>(null);
  const run = async (verdict: Verdict, text: string): Promise<boolean> => {
    if (running) return false;
    setRunning(verdict);
    try {
      await orAgain(() =>
        withIdempotencyKey(`${verdict} ${view.id} ${view.revision} ${text.trim()}`, (idempotencyKey) =>
          sent(verdict, [view.id], text.trim(), { ifMatch: view.revision, idempotencyKey }),
        ),
      );
      markChanged([view.id]);
      toastSuccess(t(SAID[verdict]));
      // Notifies the laboratory's system (000 section 7), except for a consignment that was sent back.
      if (verdict === 'pass' || verdict === 'confirm')
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
