import type { ConsignmentEvent, SignatureEntry } from '#events';
import { sameFacts } from '../rules/same-facts.js';
import type { SignatureIds } from './commands.js';
import type { ConsignmentFacts } from './state.js';
import type { UnitSettings } from './unit-settings.js';

type SignType = SignatureEntry['signType'];

/**
 * Asks for the signatures a consignment needs: the consignor's always, a witness side's when its need is on. Entries that are
 * signed, or stand outside the check (type 4), stay; a need given up since loses its unsigned entry. Nothing where the unit does not sign.
 */
export const signatureRequest = (
  state: ConsignmentFacts,
  settings: UnitSettings,
  ids: SignatureIds,
): ConsignmentEvent[] => {
  if (!settings.IsEnableConsignSign) return [];
  const { needConstructionWitnessPersonSign, needWitnessPersonSign } = state.header;
  const needed: [SignType, string][] = [
    [1, ids.consignor],
    ...(needConstructionWitnessPersonSign ? [[2, ids.owner] satisfies [SignType, string]] : []),
    ...(needWitnessPersonSign ? [[3, ids.supervision] satisfies [SignType, string]] : []),
  ];
  const before = state.signatures.map(toEntry);
  const kept = before.filter(
    ({ signType, status }) => status === 1 || signType === 4 || needed.some(([type]) => type === signType),
  );
  const missing = needed.filter(([type]) => !kept.some(({ signType }) => signType === type));
  const entries = [
    ...kept,
    ...missing.map(([signType, id]): SignatureEntry => ({
      id,
      signType,
      status: 0,
      senMsgStatus: 0,
      signMsgTime: null,
    })),
  ];
  return sameFacts(entries, before) ? [] : [{ type: 'SignatureRequested', data: { entries } }];
};

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
