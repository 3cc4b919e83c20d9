import { v5 } from 'uuid';
import type { TypedAddress } from '#contract';
import { recordedAddress, sameId } from '#domain';
import type { UnitAddress } from '#events';

/** Addresses as they were typed; one without an id, or with one the unit does not have, is new and gets its id from the command, so that a repeated request makes it once. */
export const typedAddresses = (
  typed: readonly TypedAddress[],
  before: readonly UnitAddress[],
  commandId: string,
): UnitAddress[] =>
  typed.map(({ id, ...address }, place) => {
    const known = before.find((each) => id !== undefined && sameId(each.id, id));
    return recordedAddress({ ...address, id: known?.id ?? v5(`address/${place}`, commandId) });
  });
