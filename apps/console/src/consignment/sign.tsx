import { type ConsignmentView, getConsingInfo, signConsignments as signOperation } from '#contract';
import { messageOf } from '#domain';
import { askWith } from '../components/dialogs.js';
import { succeed, warn } from '../components/toaster.js';
import { language } from '../i18n/language.js';
import { textOf } from '../i18n/texts.js';
import { reportFailure } from '../lib/failures.js';
import { call, newIdempotencyKey } from '../lib/http.js';
import { markChanged } from './changed.js';
import { SignDialog } from './sign-dialog.js';
import { texts } from './sign.texts.js';
import { consignmentsChanged, type Subject } from './verbs.js';

const AWAITING_SIGNATURE = 80;

/** Why these cannot be signed together, in the order of the specification (VA-019, VA-020); null: they can. */
export const signatureProblem = (
  views: readonly Pick<ConsignmentView, 'consignCode' | 'linkPersonPhone' | 'buConsignInfoSign'>[],
): string | null => {
  if (new Set(views.map(({ linkPersonPhone }) => linkPersonPhone)).size > 1)
    return messageOf('SIGN_PHONES_DIFFER', {}, language());
  const without = views.filter(({ buConsignInfoSign }) => !buConsignInfoSign.some(({ signType }) => signType === 1));
  return without.length > 0
    ? messageOf('NO_SIGNATURE_ENTRY', { codes: without.map(({ consignCode }) => consignCode).join(',') }, language())
    : null;
};

/**
 * Signs consignments as the consignor, after the checks VA-018 to VA-020.
 * @returns true when signed; false when refused (which has been said) or backed out.
 */
export const signConsignments = async (subjects: readonly Subject[]): Promise<boolean> => {
  if (subjects.length === 0) {
    warn(messageOf('NOTHING_TO_SIGN', {}, language()));
    return false;
  }
  if (subjects.some(({ consignStatus }) => consignStatus !== AWAITING_SIGNATURE)) {
    warn(messageOf('NOT_AWAITING_SIGNATURE', {}, language()));
    return false;
  }
  try {
    const views = await Promise.all(subjects.map(({ id }) => call(getConsingInfo, { query: { id } })));
    const problem = signatureProblem(views);
    if (problem) {
      warn(problem);
      return false;
    }
    const idempotencyKey = newIdempotencyKey();
    const signed = await askWith<boolean>((settle) => (
      <SignDialog
        consignments={views}
        onDone={settle}
        sign={(signImage) =>
          call(signOperation, { body: { ids: views.map(({ id }) => id), signImage }, idempotencyKey })
        }
      />
    ));
    if (signed) {
      markChanged(subjects.map(({ id }) => id));
      succeed(textOf(texts, 'signed'));
    }
    return signed;
  } catch (error) {
    reportFailure(error);
    return false;
  } finally {
    void consignmentsChanged();
  }
};
