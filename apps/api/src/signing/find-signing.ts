import { isSignedSince, type OpenConsignment } from '#domain';
import type { EventStore } from '#events';
import { findConsignment, type Found } from '../consignments/find-consignment.js';
import type { Granted } from '../qr-codes/qr-keys.js';

type Open = Found & { state: OpenConsignment };

/** The consignments of a key as they stand now; `isSigned` when all have been signed since the key was made. `version` changes with whatever changes in any of them: a signature is for what was seen. */
export type FoundSigning = { found: Open[]; version: string; isSigned: boolean };

/** What a version says of each consignment, in the order of the key. A part that is no number is the revision of nothing. */
export const revisionsSeen = (ids: readonly string[], version: string): ReadonlyMap<string, number> => {
  const revisions = version.split('.').map(Number);
  return new Map(ids.map((id, index) => [id, revisions[index] ?? NaN]));
};

/** @throws RuleBroken as findConsignment: a key opens nothing that its user could not open now. */
export const findSigning = async (store: EventStore, { ids, holder, issuedAt }: Granted): Promise<FoundSigning> => {
  const found = await Promise.all(ids.map((id) => findConsignment(store, id, holder)));
  const open = found.filter((each): each is Open => each.state.phase === 'open');
  return {
    found: open,
    version: open.map(({ revision }) => revision).join('.'),
    isSigned: open.length > 0 && open.every(({ state }) => isSignedSince(state, issuedAt)),
  };
};
