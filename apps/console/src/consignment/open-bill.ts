import { getConsingInfo } from '#contract';
import { reportFailure } from '../lib/failures.js';
import { callOperation } from '../lib/http.js';

/** Opens the bill in a tab of its own (000.md 39). Its address is asked for anew: a ticket lasts minutes. Only an address of the web is followed. */
export const openBill = async (id: string): Promise<void> => {
  try {
    const { ext_ConsignBillFile: bill } = await callOperation(getConsingInfo, { query: { id } });
    if (bill === '') return;
    const address = new URL(bill, location.origin);
    if (address.protocol === 'https:' || address.protocol === 'http:') window.open(address, '_blank', 'noopener');
  } catch (error) {
    reportFailure(error);
  }
};
