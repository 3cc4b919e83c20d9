import { load } from '#domain/event-sourcing';
import { labSystem } from '#domain/units';
import type { EventStore } from '#events';

/** Who tells whether somebody is a unit manager of a unit. */
type Holders = { holds(unitId: string, userId: string): Promise<boolean> };

/** The secret by which a testing unit's own system vouches for the unit's people: whose, and which of those there ever were. */
export type LabSecret = { unitId: string; version: number };

/** The unit's secret as it is now; null while its system has none. */
export const currentLabSecret = async (store: EventStore, unitId: string): Promise<LabSecret | null> => {
  const { version, isOn } = (await load(store, labSystem, unitId)).state;
  return isOn ? { unitId, version } : null;
};

/**
 * Whether the secret stands for nobody any more. It acts for colleagues with the right of the unit manager who issued it, and whoever
 * has lost that right, or left, knows it still (ADR-017). Its event names who that was, also from before there was the right.
 */
export const isSecretLapsed = async (store: EventStore, acting: Holders, unitId: string): Promise<boolean> => {
  const { state, past } = await load(store, labSystem, unitId);
  const issuedBy = past.findLast(({ type }) => type === 'LabSystemCodeIssued')?.metadata.by.userId;
  return state.isOn && (issuedBy === undefined || !(await acting.holds(unitId, issuedBy)));
};

/** Whether what a secret opened may go on: it is neither replaced nor withdrawn, nor has it lapsed. */
export const isSecretCurrent = async (
  store: EventStore,
  acting: Holders,
  { unitId, version }: LabSecret,
): Promise<boolean> =>
  (await currentLabSecret(store, unitId))?.version === version && !(await isSecretLapsed(store, acting, unitId));

/** Whether what the unit's secret opened at a time (UTC ISO) may go on: the secret of that time is still the one. */
export const isSecretCurrentSince = async (
  store: EventStore,
  acting: Holders,
  unitId: string,
  at: string,
): Promise<boolean> => {
  const { state, past } = await load(store, labSystem, unitId);
  const issued = past.findLast(({ type }) => type === 'LabSystemCodeIssued');
  return (
    state.isOn && issued !== undefined && issued.metadata.at <= at && !(await isSecretLapsed(store, acting, unitId))
  );
};
