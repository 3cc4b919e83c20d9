import {
  consignTypeName,
  listWords,
  said,
  type ConsignmentRow,
  type InEveryLanguage,
  type Language,
  type ListWord,
} from '#domain';
import type { ConsignStatus, ConsignType } from '#events';
import { wallClock } from '../local-time.js';

export type LedgerColumn = {
  head: string;
  width: number;
  format: string;
  of(row: ConsignmentRow): string | number | Date | null;
};

/** Excel keeps what is typed into a text cell as text: a value that begins like a formula stays harmless even when somebody edits it. */
const TEXT = '@';
/** A moment that Excel sorts and filters, as the list shows it. */
const TIME = 'yyyy-mm-dd hh:mm';

const titles: Record<ConsignType | 'all', InEveryLanguage> = {
  all: said('委托台账', 'Consignments', 'Encargos'),
  1: said('原材料预委托台账', 'Raw-material consignments', 'Encargos de materiales'),
  2: said('现场检测预约台账', 'On-site appointments', 'Citas de ensayo en obra'),
  3: said('交竣工检测预约台账', 'Handover appointments', 'Citas de ensayo de entrega'),
};
const STATUSES: readonly ConsignStatus[] = [10, 20, 30, 40, 50, 60, 70, 80, 90];
const TYPES: readonly ConsignType[] = [1, 2, 3];

/** Name of the file and of its sheet, which takes 31 characters at most. */
export const ledgerTitle = (type: ConsignType | null, language: Language): string => titles[type ?? 'all'][language];

/** Characters of the button that opens the filter of a column, beside its head. */
const FILTER_BUTTON = 3;
/** Wide enough for the head and for each of the names. */
const widthOf = (least: number, head: string, names: readonly string[] = []): number =>
  Math.max(least, head.length + FILTER_BUTTON, ...names.map((name) => name.length + 1));

/** What the statuses are called by the list of who asked: names that the enumeration gives them included. */
export type StatusNames = Readonly<Record<ConsignStatus, string>>;
export const statusNamesFrom = (nameOf: (status: ConsignStatus) => string): StatusNames =>
  Object.fromEntries(STATUSES.map((status) => [status, nameOf(status)])) as StatusNames;

/** The columns of the consignment list, in its order and with its heads (LS-001); widths in characters. Rows are data and stay as they are but for names of states and kinds. */
export const ledgerColumns = (language: Language, statusNames: StatusNames): readonly LedgerColumn[] => {
  /** Nothing to say is an empty cell. `names` are all that can stand in it. */
  const text = (
    word: ListWord,
    width: number,
    of: (row: ConsignmentRow) => string,
    names: readonly string[] = [],
  ): LedgerColumn => ({ ...shaped(word, width, TEXT, names), of: (row) => of(row) || null });
  const number = (
    word: ListWord,
    width: number,
    format: string,
    of: (row: ConsignmentRow) => number | null,
  ): LedgerColumn => ({ ...shaped(word, width, format), of });
  const time = (word: ListWord, of: (row: ConsignmentRow) => string | null): LedgerColumn => ({
    ...shaped(word, 18, TIME),
    of: (row) => {
      const utc = of(row);
      return utc ? wallClock(utc) : null;
    },
  });
  const shaped = (word: ListWord, width: number, format: string, names: readonly string[] = []) => {
    const head = listWords[word][language];
    return { head, width: widthOf(width, head, names), format };
  };
  const bill = (isMade: boolean): string => listWords[isMade ? 'billYes' : 'billNo'][language];
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
    text('billGened', 10, (row) => bill(row.isConsignBillGened), [bill(true), bill(false)]),
    // A number, so that the reader can sum it; two decimals survive the way through it.
    number('actualFee', 14, '#,##0.00', (row) => (row.actFee === null ? null : Number(row.actFee))),
    text('contact', 16, (row) => row.sendPerson),
    text('phone', 16, (row) => row.sendPersonPhone),
    time('time', (row) => row.commitConsignTime),
    time('created', (row) => row.creationTime),
  ];
};
