import { labSystem, load } from '#domain';
import type { EventStore } from '#events';

/** The secret by which a testing unit's own system vouches for the unit's people: whose, and which of those there ever were. */
export type LabSecret = { unitId: string; version: number };

/** The unit's secret as it is now; null while its system has none. */
export const currentLabSecret = async (store: EventStore, unitId: string): Promise<LabSecret | null> => {
  const { version, isOn } = (await load(store, labSystem, unitId)).state;
  return isOn ? { unitId, version } : null;
};

/** Whether a secret is neither replaced nor withdrawn. */
export const isCurrent = async (store: EventStore, { unitId, version }: LabSecret): Promise<boolean> =>
  (await currentLabSecret(store, unitId))?.version === version;
