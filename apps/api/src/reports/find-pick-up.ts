import { load, report, type RegisteredReport } from '#domain';
import type { EventStore, RecordedEvent } from '#events';
import type { Granted } from '../qr-codes/qr-keys.js';
import { readableReport } from './find-report.js';

type Found = { id: string; report: RegisteredReport; past: RecordedEvent[] };

/** The reports of a key as they stand now; `isSigned` when all have been signed for since the key was made. */
export type FoundPickUp = { found: Found[]; isSigned: boolean };

/** @throws RuleBroken as readableReport: a key opens nothing that its user could not open now. */
export const findPickUp = async (store: EventStore, { ids, holder, issuedAt }: Granted): Promise<FoundPickUp> => {
  const found = await Promise.all(
    ids.map(async (id) => {
      const { state, past } = await load(store, report, id);
      return { id, report: await readableReport(store, state, holder), past };
    }),
  );
  return {
    found,
    isSigned: found.every(({ report: { pickedUp } }) => pickedUp !== null && pickedUp.signedAt >= issuedAt),
  };
};
