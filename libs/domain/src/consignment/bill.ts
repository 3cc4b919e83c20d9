import type { ConsignmentEvent } from '#events';
import type { FileExtension } from '../files/file-rules.js';
import { problem, refuseIf } from '../rules/rule-broken.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { LIMITS, lengthOf } from './limits.js';
import type { OpenConsignment } from './state.js';
import { isBlank } from '../text/text.js';

/** What a bill may be: something every browser shows and prints. */
export const BILL_EXTENSIONS: readonly FileExtension[] = ['.pdf', '.jpg', '.jpeg'];

/** An address a browser opens as a page or file and nothing else: http(s), or one of our own paths, which a second slash would make a foreign host. */
const ADDRESS = /^(?:https?:\/\/[^\s\p{Cc}/\\][^\s\p{Cc}]*|\/(?![/\\])[^\s\p{Cc}]*)$/iu;

/** An address of a laboratory's system, where the file of a bill can be fetched; not one of our own paths. */
export const isForeignBill = ({ billFile, billHash }: { billFile: string; billHash?: string | null }): boolean =>
  billHash == null && /^https?:/i.test(billFile);

/** The bill is a file of our own store, named as it was uploaded, or the address where a laboratory's own system keeps it. */
export const setBill = (
  { by, billFile, billHash }: CommandOf<'SetBill'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(gate('setBill', state, by));
  refuseIf(isBlank(billFile) ? problem('BILL_MISSING', {}, 'billFile') : null);
  refuseIf(
    lengthOf(billFile) > LIMITS.longText ? problem('TEXT_TOO_LONG', { max: LIMITS.longText }, 'billFile') : null,
  );
  refuseIf(billHash === null && !ADDRESS.test(billFile) ? problem('BILL_ADDRESS_INVALID', {}, 'billFile') : null);
  return billFile === state.billFile && billHash === state.billHash
    ? []
    : [{ type: 'BillGenerated', data: { billFile, billHash } }];
};

/** The fetched file takes the place of the address. A bill that was set meanwhile stays. */
export const storeBill = (
  { address, billFile, billHash }: CommandOf<'StoreBill'>,
  state: OpenConsignment,
): ConsignmentEvent[] =>
  state.billFile === address && state.billHash === null
    ? [{ type: 'BillStored', data: { address, billFile, billHash } }]
    : [];
