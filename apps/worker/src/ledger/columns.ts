import {
  consignStatusName,
  consignTypeName,
  said,
  type ConsignmentRow,
  type InEveryLanguage,
  type Language,
} from '#domain';
import type { ConsignStatus, ConsignType } from '#events';
import { localTime } from '../local-time.js';

export type LedgerColumn = {
  head: string;
  width: number;
  format: string;
  of(row: ConsignmentRow): string | number | null;
};

/** Excel keeps what is typed into a text cell as text: a value that begins like a formula stays harmless even when somebody edits it. */
const TEXT = '@';
const time = (utc: string | null): string => (utc ? localTime(utc) : '');

const titles: Record<ConsignType | 'all', InEveryLanguage> = {
  all: said('委托台账', 'Consignments', 'Encargos'),
  1: said('原材料预委托台账', 'Raw-material consignments', 'Encargos de materiales'),
  2: said('现场检测预约台账', 'On-site appointments', 'Citas de ensayo en obra'),
  3: said('交竣工检测预约台账', 'Handover appointments', 'Citas de ensayo de entrega'),
};
const STATUSES: readonly ConsignStatus[] = [10, 20, 30, 40, 50, 60, 70, 80, 90];
const TYPES: readonly ConsignType[] = [1, 2, 3];
const bill = { made: said('已生成', 'made', 'generada'), missing: said('未生成', 'not made', 'sin generar') };

/** Name of the file and of its sheet, which takes 31 characters at most. */
export const ledgerTitle = (type: ConsignType | null, language: Language): string => titles[type ?? 'all'][language];

/** Characters of the button that opens the filter of a column, beside its head. */
const FILTER_BUTTON = 3;
/** Wide enough for the head and for each of the names. */
const widthOf = (least: number, head: string, names: readonly string[] = []): number =>
  Math.max(least, head.length + FILTER_BUTTON, ...names.map((name) => name.length + 1));

/** The columns of the consignment list, in its order and with its heads (LS-001); widths in characters. Rows are data and stay as they are but for names of states and kinds. */
export const ledgerColumns = (language: Language): readonly LedgerColumn[] => {
  /** Nothing to say is an empty cell. `names` are all that can stand in it. */
  const text = (
    head: InEveryLanguage,
    width: number,
    of: (row: ConsignmentRow) => string,
    names: readonly string[] = [],
  ): LedgerColumn => ({
    head: head[language],
    width: widthOf(width, head[language], names),
    format: TEXT,
    of: (row) => of(row) || null,
  });
  const number = (
    head: InEveryLanguage,
    width: number,
    format: string,
    of: (row: ConsignmentRow) => number | null,
  ): LedgerColumn => ({ head: head[language], width: widthOf(width, head[language]), format, of });
  return [
    text(said('预委托编号', 'Pre-consignment no.', 'N.º de preencargo'), 20, (row) => row.consignCode),
    text(
      said('状态', 'Status', 'Estado'),
      12,
      (row) => consignStatusName(row.consignStatus, language),
      STATUSES.map((status) => consignStatusName(status, language)),
    ),
    text(
      said('类型', 'Kind', 'Tipo'),
      16,
      (row) => consignTypeName(row.consignType, language),
      TYPES.map((type) => consignTypeName(type, language)),
    ),
    text(said('委托单位', 'Consigning unit', 'Unidad cliente'), 30, (row) => row.consignUnit),
    text(said('检测单位', 'Testing unit', 'Laboratorio'), 30, (row) => row.testUnitName),
    text(said('工程项目', 'Project', 'Proyecto'), 30, (row) => row.projectName),
    text(said('合同段', 'Section', 'Tramo'), 12, (row) => row.contractSectName),
    text(said('检测内容', 'Tests', 'Ensayos'), 40, (row) => row.testContent),
    number(said('样品', 'Samples', 'Muestras'), 8, '0', (row) => row.sampleCount),
    text(said('邮寄单号', 'Mail number', 'N.º de envío'), 20, (row) => row.mailOrderNumber),
    text(said('委托单编号', 'Bill no.', 'N.º de orden'), 20, (row) => row.consignFormaNumber),
    text(said('委托单', 'Bill', 'Orden'), 10, (row) => (row.isConsignBillGened ? bill.made : bill.missing)[language], [
      bill.made[language],
      bill.missing[language],
    ]),
    // A number, so that the reader can sum it; two decimals survive the way through it.
    number(said('实际费用/元', 'Actual fee/yuan', 'Importe real/yuanes'), 14, '#,##0.00', (row) =>
      row.actFee === null ? null : Number(row.actFee),
    ),
    text(said('委托人', 'Contact', 'Contacto'), 16, (row) => row.sendPerson),
    text(said('电话', 'Phone', 'Teléfono'), 16, (row) => row.sendPersonPhone),
    text(said('提交时间', 'Submitted', 'Enviado'), 18, (row) => time(row.commitConsignTime)),
    text(said('创建时间', 'Created', 'Creado'), 18, (row) => time(row.creationTime)),
  ];
};
