import { useState } from 'react';
import {
  confirmSample,
  type ConsignmentView,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
} from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { succeed } from '../../components/toaster.js';
import { consignmentsChanged, markChanged } from '../../consignment/verbs.js';
import { useTexts } from '../../i18n/texts.js';
import { tellAround } from '../../lib/embedding.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { ApiError, call } from '../../lib/http.js';
import { isInDoubt, underOneKey } from '../../lib/one-key.js';
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
      return call(passAuditConsignInfo, { body: { ids, remark: text }, ...options });
    case 'reject':
      return call(noPassAuditConsignInfo, { body: { ids, remark: text }, ...options });
    case 'confirm':
      return call(confirmSample, { body: { ids, remark: text }, ...options });
    case 'return':
      return call(noPassConfirmSample, { body: { ids, description: text }, ...options });
  }
};

/** Once more where the answer was lost: what was done is told by its key, and the laboratory's system then learns of it too. */
const orAgain = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!isInDoubt(error)) throw error;
    await write();
  }
};

/** Runs a verdict and reads the outcome again, whatever it was; a refusal alerts with the server's words. */
export const useVerdicts = (view: ConsignmentView) => {
  const t = useTexts(texts);
  const [running, setRunning] = useState<Verdict | null>(null);
  const run = async (verdict: Verdict, text: string): Promise<boolean> => {
    if (running) return false;
    setRunning(verdict);
    try {
      await orAgain(() =>
        underOneKey(`${verdict} ${view.id} ${view.revision} ${text.trim()}`, (idempotencyKey) =>
          sent(verdict, [view.id], text.trim(), { ifMatch: view.revision, idempotencyKey }),
        ),
      );
      markChanged([view.id]);
      succeed(t(SAID[verdict]));
      // What the laboratory takes over from here (000 section 7): a consignment sent back is none of its system's.
      if (verdict === 'pass' || verdict === 'confirm')
        tellAround({ consignId: view.id, consignCode: view.consignCode });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        noteFailure(error);
        void alertUser({ title: t('staleTitle'), message: t('staleText') });
      } else reportFailure(error);
      return false;
    } finally {
      await consignmentsChanged();
      setRunning(null);
    }
  };
  return { running, run };
};
