import type { ConsignmentEvent, SignatureEntry, Witness } from '#events';
import { sameFacts } from '../rules/same-facts.js';
import type { SignatureIds } from './commands.js';
import type { ConsignmentFacts } from './state.js';
import type { UnitSettings } from './unit-settings.js';
import { presentWitnesses, WITNESS_SIDES } from './witnesses.js';

type SignType = SignatureEntry['signType'];

/**
 * Asks for the signatures a consignment needs: the consignor's always, and one of every witness of a side whose need is on, in the order
 * of the form. Entries that are signed, or stand outside the check (type 4), stay; a need given up since, and a witness fewer, loses
 * unsigned entries. Nothing where the unit does not sign.
 */
export const signatureRequest = (
  state: ConsignmentFacts,
  settings: UnitSettings,
  ids: SignatureIds,
): ConsignmentEvent[] => {
  if (!settings.IsEnableConsignSign) return [];
  const before = state.signatures.map(toEntry);
  const needed: { signType: SignType; count: number; idOf(place: number): string }[] = [
    { signType: 1, count: 1, idOf: () => ids.consignor },
    ...WITNESS_SIDES.map(({ signType, need, witnesses }) => ({
      signType,
      count: state.header[need] ? Math.max(1, presentWitnesses(state.header[witnesses]).length) : 0,
      idOf: (place: number) => {
        if (place > 0) return ids.further(signType, place);
        return signType === 2 ? ids.owner : ids.supervision;
      },
    })),
  ];
  const kept = before.filter((entry, at) => {
    const count = needed.find(({ signType }) => signType === entry.signType)?.count;
    if (count === undefined || entry.status === 1) return true;
    const others = before.filter(({ signType }) => signType === entry.signType);
    const signed = others.filter(({ status }) => status === 1).length;
    return signed + others.filter((each) => each.status !== 1 && before.indexOf(each) < at).length < count;
  });
  const missing = needed.flatMap(({ signType, count, idOf }) => {
    const there = kept.filter((entry) => entry.signType === signType).length;
    return Array.from({ length: Math.max(0, count - there) }, (_, n) => unsigned(signType, idOf(there + n)));
  });
  const entries = [...kept, ...missing];
  return sameFacts(entries, before) ? [] : [{ type: 'SignatureRequested', data: { entries } }];
};

/** Whom an entry is for: the witnesses of a side in their order. The last entry of a side stands for all that follow, as older consignments have one entry a side. */
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
  entries.filter(({ signType }) => signType === 1);

/** Witness signing is pending: the consignor has signed, and of all entries but type 4 somebody has not (CL-036). */
export const isWitnessSigningPending = (entries: readonly SignatureEntry[]): boolean => {
  const checked = entries.filter(({ signType }) => signType !== 4);
  return (
    checked.some(({ signType, status }) => signType === 1 && status === 1) && checked.some(({ status }) => status !== 1)
  );
};

/** Witnesses still to sign: those a notification goes to, and whose last one starts the cooldown (VA-021). */
export const awaitedWitnesses = <Entry extends SignatureEntry>(entries: readonly Entry[]): Entry[] =>
  entries.filter(({ signType, status }) => (signType === 2 || signType === 3) && status !== 1);
