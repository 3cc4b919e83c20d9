import type { Actor, ConsignmentEvent, SignatureEntry } from '#events';
import { haveNumberInCommon } from '../text/text.js';
import { ageOf } from '../rules/possible-times.js';
import { problem, refuseIf, type Problem } from '../rules/rule-broken.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { awaitedWitnesses, consignorEntries, isWitnessSigningPending } from './signature-entries.js';
import type { OpenConsignment } from './state.js';
import { statusAfter } from './transitions.js';

/** Witnesses are asked again only after this time, in milliseconds (K-002). */
export const NOTIFY_COOLDOWN = 24 * 60 * 60 * 1000;

/** Whether these consignments can be signed together (VA-018 to VA-020): some, all at 80, one contact phone however it is written, each with a consignor entry. */
export const signProblem = (chosen: readonly OpenConsignment[]): Problem | null => {
  const [first] = chosen;
  if (!first) return problem('NOTHING_TO_SIGN');
  if (chosen.some(({ consignStatus }) => consignStatus !== 80)) return problem('NOT_AWAITING_SIGNATURE');
  if (!haveNumberInCommon(first.header.contact.phone, ...chosen.slice(1).map(({ header }) => header.contact.phone)))
    return problem('SIGN_PHONES_DIFFER');
  const without = chosen.filter(({ signatures }) => consignorEntries(signatures).length === 0);
  return without.length === 0
    ? null
    : problem('NO_SIGNATURE_ENTRY', { codes: without.map(({ consignCode }) => consignCode).join(',') });
};

export const sign = ({ by, at, imageHash }: CommandOf<'Sign'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(gate('sign', state, by) ?? signProblem([state]));
  const toStatus = statusAfter('sign', state.consignStatus);
  return consignorEntries(state.signatures).map(({ id: signatureId, signType }) => ({
    type: 'ConsignmentSigned',
    data: { toStatus, signatureId, signType, signedAt: at, imageHash },
  }));
};

/** Whether the consignor has signed at `since` (UTC ISO) or later: what a key was made for is done, whatever became of the consignment then. */
export const isSignedSince = ({ signatures }: OpenConsignment, since: string): boolean =>
  signatures.some(
    ({ signType, status, signedAt }) => signType === 1 && status === 1 && signedAt !== null && signedAt >= since,
  );

/** Offered while witness signing is pending (CL-036), unless every awaited witness was notified within 24 hours of `at` (VA-021). */
export const notifyProblem = (state: OpenConsignment, by: Actor, at: string): Problem | null => {
  const blocked = gate('notifyWitness', state, by);
  if (blocked) return blocked;
  const witnesses = awaitedWitnesses(state.signatures);
  if (!isWitnessSigningPending(state.signatures) || witnesses.length === 0) return problem('NO_WITNESS_PENDING');
  return witnesses.every((entry) => isNotifiedRecently(entry, at)) ? problem('NOTIFIED_RECENTLY') : null;
};

const isNotifiedRecently = ({ senMsgStatus, signMsgTime }: SignatureEntry, at: string): boolean =>
  senMsgStatus === 1 && signMsgTime !== null && ageOf(signMsgTime, at) <= NOTIFY_COOLDOWN;

export const notifyWitness = ({ by, at }: CommandOf<'NotifyWitness'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(notifyProblem(state, by, at));
  return [
    {
      type: 'WitnessNotified',
      data: { signatureIds: awaitedWitnesses(state.signatures).map(({ id }) => id), notifiedAt: at },
    },
  ];
};
