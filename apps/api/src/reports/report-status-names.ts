import type { EventStore } from '#events';
import { load, reference, reportStatusName, type Language, type ScheduleStatus } from '#domain';

/** Names of report statuses: those of the enumeration ReportStatus in Chinese, our own in the other languages and for what it lacks. */
export const reportStatusNamesOf = async (
  store: EventStore,
  language: Language,
): Promise<(status: ScheduleStatus) => string> => {
  const enumeration = language === 'zh' ? (await load(store, reference, 'ReportStatus')).state : null;
  const rows = enumeration?.type === 'DictionaryListed' ? enumeration.data.rows : [];
  const listed = new Map(rows.map(({ typecode, typename }) => [Number(typecode), typename]));
  return (status) => listed.get(status) ?? reportStatusName(status, language);
};
