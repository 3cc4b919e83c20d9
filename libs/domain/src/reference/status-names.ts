import type { ConsignStatus, EventStore } from '#events';
import { consignStatusName } from '../consignment/transitions.js';
import { load } from '../event-sourcing/handle.js';
import type { Language } from '../rules/language.js';
import { reference } from './reference.js';

/**
 * Names of the statuses: those of the enumeration ConsignStatus in Chinese (LS-002), our own in the other languages.
 */
export const statusNamesOf = async (
  store: EventStore,
  language: Language,
): Promise<(status: ConsignStatus) => string> => {
  const enumeration = language === 'zh' ? (await load(store, reference, 'ConsignStatus')).state : null;
  const rows = enumeration?.type === 'DictionaryListed' ? enumeration.data.rows : [];
  const listed = new Map(rows.map(({ typecode, typename }) => [Number(typecode), typename]));
  return (status) => listed.get(status) ?? consignStatusName(status, language);
};
