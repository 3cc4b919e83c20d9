import {
  type Actor,
  type ConsignmentEvent,
  type SignatureEntry,
  type Witness,
  CONSIGN_STATUS,
  SIGN_TYPE,
} from '#events';
import { isJsonEqual } from '../rules/equality.js';
import { problem, type Problem, refuseIf } from '../rules/rule-broken.js';
import { haveNumberInCommon } from '../text/text.js';
import { ageOf } from '../time/clock-skew.js';
import type { CommandOf, SignatureIds } from './commands.js';
import type { ConsignmentFacts, OpenConsignment, UnitSettings } from './state.js';
import { actionProblem, statusAfter } from './transitions.js';
import { presentWitnesses, WITNESS_SIDES } from './witnesses.js';

type SignType = SignatureEntry['signType'];

export const isSigned = ({ status }: Pick<SignatureEntry, 'status'>): boolean => status === 1;

/**
 * Requests the signatures that a consignment needs: always the consignor's, and one of every witness of a side that has
 * to sign, in the order of the form. Entries that are signed, or are not checked (type 4), stay. Unsigned entries are
 * removed if their side no longer has to sign or has fewer witnesses. Returns no event if the unit does not use
 * signatures.
 */
export const signatureRequest = (
  state: ConsignmentFacts,
  settings: UnitSettings,
  ids: SignatureIds,
): ConsignmentEvent[] => {
  if (!settings.IsEnableConsignSign) return [];
  const before = state.signatures.map(toEntry);
  const needed: { signType: SignType; count: number; idOf(place: number): string }[] = [
    { signType: SIGN_TYPE.consignor, count: 1, idOf: () => ids.consignor },
    ...WITNESS_SIDES.map(({ signType, need, witnesses }) => ({
      signType,
      count: state.header[need] ? Math.max(1, presentWitnesses(state.header[witnesses]).length) : 0,
      idOf: (place: number) => {
        if (place > 0) return ids.further(signType, place);
        return signType === SIGN_TYPE.owner ? ids.owner : ids.supervision;
      },
    })),
  ];
  const remaining = before.filter((entry, at) => {
    const count = needed.find(({ signType }) => signType === entry.signType)?.count;
    if (count === undefined || isSigned(entry)) return true;
    const others = before.filter(({ signType }) => signType === entry.signType);
    const signed = others.filter(isSigned).length;
    return signed + others.filter((each) => !isSigned(each) && before.indexOf(each) < at).length < count;
  });
  const missing = needed.flatMap(({ signType, count, idOf }) => {
    const there = remaining.filter((entry) => entry.signType === signType).length;
    return Array.from({ length: Math.max(0, count - there) }, (_, n) => unsigned(signType, idOf(there + n)));
  });
  const entries = [...remaining, ...missing];
  return isJsonEqual(entries, before) ? [] : [{ type: 'SignatureRequested', data: { entries } }];
};

/**
 * Whom an entry is for: the witnesses of a side in their order. The last entry of a side stands for all that follow, as
 * older consignments have one entry a side.
 */
export const witnessesOfEntry = (
  { header, signatures }: ConsignmentFacts,
  { id, signType }: Pick<SignatureEntry, 'id' | 'signType'>,
): Witness[] =>
  WITNESS_SIDES.filter((side) => side.signType === signType).flatMap((side) => {
    const ofSide = signatures.filter((entry) => entry.signType === signType);
    const place = ofSide.findIndex((entry) => entry.id === id);
    return header[side.witnesses].slice(place, place === ofSide.length - 1 ? undefined : place + 1);
  });

const unsigned = (signType: SignType, id: string): SignatureEntry => ({
  id,
  signType,
  status: 0,
  senMsgStatus: 0,
  signMsgTime: null,
});

const toEntry = ({ id, signType, status, senMsgStatus, signMsgTime }: SignatureEntry): SignatureEntry => ({
  id,
  signType,
  status,
  senMsgStatus,
  signMsgTime,
});

/** Without a consignor's entry there is nothing to sign (VA-020). */
export const consignorEntries = (entries: readonly SignatureEntry[]): SignatureEntry[] =>
  entries.filter(({ signType }) => signType === SIGN_TYPE.consignor);

/** Witness signing is pending: the consignor has signed, and of all entries but type 4 somebody has not (CL-036). */
export const isWitnessSigningPending = (entries: readonly SignatureEntry[]): boolean => {
  const checked = entries.filter(({ signType }) => signType !== SIGN_TYPE.outsideCheck);
  return (
    checked.some((entry) => entry.signType === SIGN_TYPE.consignor && isSigned(entry)) &&
    checked.some((entry) => !isSigned(entry))
  );
};

/** Witnesses still to sign: those a notification goes to, and whose last one starts the cooldown (VA-021). */
export const awaitedWitnesses = <Entry extends SignatureEntry>(entries: readonly Entry[]): Entry[] =>
  entries.filter(
    (entry) => (entry.signType === SIGN_TYPE.owner || entry.signType === SIGN_TYPE.supervision) && !isSigned(entry),
  );

/** Witnesses are asked again only after this time, in milliseconds (K-002). */
export const NOTIFY_COOLDOWN = 24 * 60 * 60 * 1000;

/**
 * Whether these consignments can be signed together (VA-018 to VA-020): some, all at 80, one contact phone however it
 * is written, each with a consignor entry.
 */
export const signProblem = (chosen: readonly OpenConsignment[]): Problem | null => {
  const [first] = chosen;
  if (!first) return problem('NOTHING_TO_SIGN');
  if (chosen.some(({ consignStatus }) => consignStatus !== CONSIGN_STATUS.awaitingSignature))
    return problem('NOT_AWAITING_SIGNATURE');
  if (!haveNumberInCommon(first.header.contact.phone, ...chosen.slice(1).map(({ header }) => header.contact.phone)))
    return problem('SIGN_PHONES_DIFFER');
  const without = chosen.filter(({ signatures }) => consignorEntries(signatures).length === 0);
  return without.length === 0
    ? null
    : problem('NO_SIGNATURE_ENTRY', { codes: without.map(({ consignCode }) => consignCode).join(',') });
};

export const sign = ({ by, at, imageHash }: CommandOf<'Sign'>, state: OpenConsignment): ConsignmentEvent[] => {
  refuseIf(actionProblem('sign', state, by) ?? signProblem([state]));
  const toStatus = statusAfter('sign', state.consignStatus);
  return consignorEntries(state.signatures).map(({ id: signatureId, signType }) => ({
    type: 'ConsignmentSigned',
    data: { toStatus, signatureId, signType, signedAt: at, imageHash },
  }));
};

/**
 * Whether the consignor has signed at `since` (UTC ISO) or later: what a key was made for is done, whatever became of
 * the consignment then.
 */
export const isSignedSince = ({ signatures }: OpenConsignment, since: string): boolean =>
  signatures.some(
    (entry) =>
      entry.signType === SIGN_TYPE.consignor && isSigned(entry) && entry.signedAt !== null && entry.signedAt >= since,
  );

/**
 * Offered while witness signing is pending (CL-036), unless every awaited witness was notified within 24 hours of `at`
 * (VA-021).
 */
export const notifyProblem = (state: OpenConsignment, by: Actor, at: string): Problem | null => {
  const blocked = actionProblem('notifyWitness', state, by);
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
