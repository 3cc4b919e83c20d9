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
  const requiredEntries: { signType: SignType; count: number; idOf(index: number): string }[] = [
    { signType: SIGN_TYPE.consignor, count: 1, idOf: () => ids.consignor },
    ...WITNESS_SIDES.map(({ signType, need, witnesses }) => ({
      signType,
      count: state.header[need] ? Math.max(1, presentWitnesses(state.header[witnesses]).length) : 0,
      idOf: (index: number) => {
        if (index > 0) return ids.witnessId(signType, index);
        return signType === SIGN_TYPE.owner ? ids.owner : ids.supervision;
      },
    })),
  ];
  const remaining = before.filter((entry, index) => {
    const count = requiredEntries.find(({ signType }) => signType === entry.signType)?.count;
    if (count === undefined || isSigned(entry)) return true;
    const sameTypeEntries = before.filter(({ signType }) => signType === entry.signType);
    const signedCount = sameTypeEntries.filter(isSigned).length;
    return (
      signedCount + sameTypeEntries.filter((each) => !isSigned(each) && before.indexOf(each) < index).length < count
    );
  });
  const missing = requiredEntries.flatMap(({ signType, count, idOf }) => {
    const existingCount = remaining.filter((entry) => entry.signType === signType).length;
    return Array.from({ length: Math.max(0, count - existingCount) }, (_, n) =>
      unsignedEntry(signType, idOf(existingCount + n)),
    );
  });
  const entries = [...remaining, ...missing];
  return isJsonEqual(entries, before) ? [] : [{ type: 'SignatureRequested', data: { entries } }];
};

/**
 * The witnesses of an entry, assigned by their order within the side. The last entry of a side covers all remaining
 * witnesses, because older consignments have one entry for each side.
 */
export const witnessesOfEntry = (
  { header, signatures }: ConsignmentFacts,
  { id, signType }: Pick<SignatureEntry, 'id' | 'signType'>,
): Witness[] =>
  WITNESS_SIDES.filter((side) => side.signType === signType).flatMap((side) => {
    const sideEntries = signatures.filter((entry) => entry.signType === signType);
    const index = sideEntries.findIndex((entry) => entry.id === id);
    return header[side.witnesses].slice(index, index === sideEntries.length - 1 ? undefined : index + 1);
  });

const unsignedEntry = (signType: SignType, id: string): SignatureEntry => ({
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

/** The consignor's entries. Without one there is nothing to sign (VA-020). */
export const consignorEntries = (entries: readonly SignatureEntry[]): SignatureEntry[] =>
  entries.filter(({ signType }) => signType === SIGN_TYPE.consignor);

/**
 * Whether witness signatures are pending: the consignor has signed, and an entry other than type 4 is unsigned
 * (CL-036).
 */
export const isWitnessSigningPending = (entries: readonly SignatureEntry[]): boolean => {
  const relevantEntries = entries.filter(({ signType }) => signType !== SIGN_TYPE.outsideCheck);
  return (
    relevantEntries.some((entry) => entry.signType === SIGN_TYPE.consignor && isSigned(entry)) &&
    relevantEntries.some((entry) => !isSigned(entry))
  );
};

/**
 * Entries of witnesses who have not signed. They receive notifications; once all of them were notified recently, the
 * cooldown applies (VA-021).
 */
export const pendingWitnesses = <Entry extends SignatureEntry>(entries: readonly Entry[]): Entry[] =>
  entries.filter(
    (entry) => (entry.signType === SIGN_TYPE.owner || entry.signType === SIGN_TYPE.supervision) && !isSigned(entry),
  );

/** The minimum time between two notifications of witnesses, in milliseconds (K-002). */
export const NOTIFY_COOLDOWN = 24 * 60 * 60 * 1000;

/**
 * The problem of signing these consignments together (VA-018 to VA-020); null if there is none. They need at least one
 * consignment, status 80, a common contact phone in any spelling, and a consignor entry each.
 */
export const signProblem = (consignments: readonly OpenConsignment[]): Problem | null => {
  const [first] = consignments;
  if (!first) return problem('NOTHING_TO_SIGN');
  if (consignments.some(({ consignStatus }) => consignStatus !== CONSIGN_STATUS.awaitingSignature))
    return problem('NOT_AWAITING_SIGNATURE');
  if (
    !haveNumberInCommon(first.header.contact.phone, ...consignments.slice(1).map(({ header }) => header.contact.phone))
  )
    return problem('SIGN_PHONES_DIFFER');
  const withoutEntry = consignments.filter(({ signatures }) => consignorEntries(signatures).length === 0);
  return withoutEntry.length === 0
    ? null
    : problem('NO_SIGNATURE_ENTRY', { codes: withoutEntry.map(({ consignCode }) => consignCode).join(',') });
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
 * Whether the consignor signed at `since` (UTC ISO) or later. A signing key issued at that time is then used up,
 * whatever happened to the consignment afterwards.
 */
export const isSignedSince = ({ signatures }: OpenConsignment, since: string): boolean =>
  signatures.some(
    (entry) =>
      entry.signType === SIGN_TYPE.consignor && isSigned(entry) && entry.signedAt !== null && entry.signedAt >= since,
  );

/**
 * Notification is possible while witness signatures are pending (CL-036), unless every awaited witness was notified
 * within 24 hours before `at` (VA-021).
 */
export const notifyProblem = (state: OpenConsignment, by: Actor, at: string): Problem | null => {
  const blocked = actionProblem('notifyWitness', state, by);
  if (blocked) return blocked;
  const witnesses = pendingWitnesses(state.signatures);
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
      data: { signatureIds: pendingWitnesses(state.signatures).map(({ id }) => id), notifiedAt: at },
    },
  ];
};
