import { statusNamesOf } from '#domain';
import type { EventStore } from '#events';
import type { Language } from '#domain';
import type { Caller } from '../auth/caller.js';
import { readsAsClient } from './find-report.js';
import { reportStatusNamesOf } from './report-status-names.js';
import type { Shown } from './schedule-items.js';

/** What items need to know of who reads them, and the names of both kinds of status. */
export const shownTo = async (store: EventStore, caller: Caller, language: Language): Promise<Shown> => {
  const [consignStatusName, reportStatusName] = await Promise.all([
    statusNamesOf(store, language),
    reportStatusNamesOf(store, language),
  ]);
  return { role: caller.actor.role, asClient: readsAsClient(caller), language, consignStatusName, reportStatusName };
};
