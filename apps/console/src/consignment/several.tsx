import { cancelConsignInfo, deleteConsignInfo } from '#contract';
import { askAction } from '../components/action-dialog.js';
import { succeed } from '../components/toaster.js';
import { textOf, type TextValues } from '../i18n/texts.js';
import { call, newIdempotencyKey } from '../lib/http.js';
import { texts } from './texts.js';
import { type Subject, written } from './verbs.js';

const t = (key: keyof typeof texts.zh, values?: TextValues): string => textOf(texts, key, values);
const idsOf = (subjects: readonly Subject[]): string[] => subjects.map(({ id }) => id);

/** Withdraws several with one reason in one call; what is left out has been said beside the verb. `withdrawnName` names the status they go to. */
export const withdrawConsignments = async (subjects: readonly Subject[], withdrawnName: string): Promise<boolean> => {
  const ids = idsOf(subjects);
  const idempotencyKey = newIdempotencyKey();
  const done = await askAction({
    verb: t('withdraw'),
    sentence: t('withdrawSeveral', { n: ids.length, status: withdrawnName }),
    reason: { label: t('withdrawReason'), required: true },
    intent: 'danger',
    run: (reason) => call(cancelConsignInfo, { body: { ids, description: reason }, idempotencyKey }),
  });
  if (done) succeed(t('withdrawn'));
  written(done ? ids : []);
  return done;
};

/** Deletes several withdrawn consignments for good, in one call. */
export const deleteConsignments = async (subjects: readonly Subject[]): Promise<boolean> => {
  const ids = idsOf(subjects);
  const idempotencyKey = newIdempotencyKey();
  const done = await askAction({
    verb: t('remove'),
    sentence: t('removeSeveral', { n: ids.length }),
    reason: { label: t('removeReason'), required: false },
    intent: 'danger',
    run: (reason) => call(deleteConsignInfo, { query: { ids, description: reason }, idempotencyKey }),
  });
  if (done) succeed(t('removed'));
  written(done ? ids : []);
  return done;
};
