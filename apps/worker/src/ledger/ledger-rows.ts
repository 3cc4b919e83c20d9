import { consignment, consignTypeName } from '#domain/consignment';
import { load, streamName } from '#domain/event-sourcing';
import { ROW_OPERATIONS, rowOperations } from '#domain/operations';
import { type InEveryLanguage, type Language, inLanguages } from '#domain/text';
import { consignmentList, type ConsignmentRow, type ListLabel, listLabels, withCurrentRowNames } from '#domain/views';
import { type Engines, ViewMissing } from '#engines';
import type { ConsignStatus, ConsignType, EventStore, LedgerEntry } from '#events';
import { chinaTimeAsUtc } from '#domain/time';

export type LedgerColumn = {
  head: string;
  width: number;
  format: string;
  getValue(row: ConsignmentRow): string | number | Date | null;
};

/** A text cell stays text: a value that begins like a formula is harmless even if somebody edits it. */
const TEXT = '@';
/** A time that Excel can sort and filter, in the format of the list. */
const TIME = 'yyyy-mm-dd hh:mm';

const titles: Record<ConsignType | 'all', InEveryLanguage> = {
  all: inLanguages('委托台账', 'Consignments', 'Encargos'),
  1: inLanguages('原材料预委托台账', 'Raw-material consignments', 'Encargos de materiales'),
  2: inLanguages('现场检测预约台账', 'On-site appointments', 'Citas de ensayo en obra'),
  3: inLanguages('交竣工检测预约台账', 'Handover appointments', 'Citas de ensayo de entrega'),
};
const STATUSES: readonly ConsignStatus[] = [10, 20, 30, 40, 50, 60, 70, 80, 90];
const TYPES: readonly ConsignType[] = [1, 2, 3];

/** Name of the file and of its sheet, which takes 31 characters at most. */
export const ledgerTitle = (type: ConsignType | null, language: Language): string => titles[type ?? 'all'][language];

/** Width in characters of the filter button in a column head. */
const FILTER_BUTTON = 3;
/** Wide enough for the head and for each of the names. */
const widthOf = (min: number, head: string, names: readonly string[] = []): number =>
  Math.max(min, head.length + FILTER_BUTTON, ...names.map((name) => name.length + 1));

/** Names of the statuses as the list shows them, including names that were changed in the enumeration. */
export type StatusNames = Readonly<Record<ConsignStatus, string>>;
export const statusNamesFrom = (nameOf: (status: ConsignStatus) => string): StatusNames =>
  Object.fromEntries(STATUSES.map((status) => [status, nameOf(status)])) as StatusNames;

/**
 * The columns of the consignment list, in its order and with its heads (LS-001); widths in characters. Values are data
 * and not translated, except names of statuses and types.
 */
export const ledgerColumns = (language: Language, statusNames: StatusNames): readonly LedgerColumn[] => {
  /** An empty text is an empty cell. `names`: all texts that the cell can contain. */
  const text = (
    label: ListLabel,
    width: number,
    getValue: (row: ConsignmentRow) => string,
    names: readonly string[] = [],
  ): LedgerColumn => ({ ...columnLayout(label, width, TEXT, names), getValue: (row) => getValue(row) || null });
  const number = (
    label: ListLabel,
    width: number,
    format: string,
    getValue: (row: ConsignmentRow) => number | null,
  ): LedgerColumn => ({ ...columnLayout(label, width, format), getValue });
  const time = (label: ListLabel, getValue: (row: ConsignmentRow) => string | null): LedgerColumn => ({
    ...columnLayout(label, 18, TIME),
    getValue: (row) => {
      const utc = getValue(row);
      return utc ? chinaTimeAsUtc(utc) : null;
    },
  });
  const columnLayout = (label: ListLabel, width: number, format: string, names: readonly string[] = []) => {
    const head = listLabels[label][language];
    return { head, width: widthOf(width, head, names), format };
  };
  const billText = (isGenerated: boolean): string => listLabels[isGenerated ? 'billYes' : 'billNo'][language];
  return [
    text('code', 20, (row) => row.consignCode),
    text('status', 12, (row) => statusNames[row.consignStatus], Object.values(statusNames)),
    text(
      'type',
      16,
      (row) => consignTypeName(row.consignType, language),
      TYPES.map((type) => consignTypeName(type, language)),
    ),
    text('unit', 30, (row) => row.consignUnit),
    text('lab', 30, (row) => row.testUnitName),
    text('project', 30, (row) => row.projectName),
    text('section', 12, (row) => row.contractSectName),
    text('content', 40, (row) => row.testContent),
    number('samples', 8, '0', (row) => row.sampleCount),
    text('mail', 20, (row) => row.mailOrderNumber),
    text('bill', 20, (row) => row.consignFormaNumber),
    text('billGened', 10, (row) => billText(row.isConsignBillGened), [billText(true), billText(false)]),
    // A number, so that readers can sum it; two decimals are kept exactly.
    number('actualFee', 14, '#,##0.00', (row) => (row.actFee === null ? null : Number(row.actFee))),
    text('contact', 16, (row) => row.sendPerson),
    text('phone', 16, (row) => row.sendPersonPhone),
    time('time', (row) => row.commitConsignTime),
    time('created', (row) => row.creationTime),
  ];
};

const BATCH_SIZE = 500;

/**
 * The rows of a ledger in its order, in batches: each as of the revision of its entry, which is what the caller was
 * allowed to see; drafts have the current names. Most rows come from the view. A row is folded from the log if the
 * consignment has changed since, if its rows are to be rebuilt because a person was erased, or while the view is being
 * built.
 */
export async function* ledgerRows(
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  entries: readonly LedgerEntry[],
): AsyncGenerator<ConsignmentRow[]> {
  const { open } = (await load(eventStore, rowOperations, ROW_OPERATIONS)).state;
  const outdated = new Set(open.values());
  for (let from = 0; from < entries.length; from += BATCH_SIZE) {
    const batch = entries.slice(from, from + BATCH_SIZE);
    const viewRows = await readViewRows(
      views,
      batch.map(({ id }) => id),
    );
    const rows: ConsignmentRow[] = [];
    for (const entry of batch) {
      const row = viewRows.get(entry.id);
      rows.push(row?.revision === entry.revision && !outdated.has(entry.id) ? row : await foldRow(eventStore, entry));
    }
    yield await withCurrentRowNames(eventStore, rows);
  }
}

const readViewRows = async (views: Engines['views'], ids: string[]): Promise<Map<string, ConsignmentRow>> => {
  try {
    return new Map((await views.getMany<ConsignmentRow>(consignmentList, ids)).map((row) => [row.id, row]));
  } catch (error) {
    if (error instanceof ViewMissing) return new Map();
    throw error;
  }
};

const foldRow = async (store: EventStore, { id, revision }: LedgerEntry): Promise<ConsignmentRow> => {
  const { events } = await store.read(streamName(consignment, id), { to: revision });
  const row = events.reduce<ConsignmentRow | null>(
    (previous, event) => consignmentList.project(previous, event, id),
    null,
  );
  if (!row) throw new Error(`consignment ${id} has no revision ${revision}`);
  return row;
};
