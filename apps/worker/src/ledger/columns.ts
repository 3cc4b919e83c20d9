import { consignStatusName, type ConsignmentRow } from '#domain';
import { localTime } from '../local-time.js';

export type LedgerColumn = { head: string; width: number; format: string; of(row: ConsignmentRow): string | number | null };

/** Excel keeps what is typed into a text cell as text: a value that begins like a formula stays harmless even when somebody edits it. */
const TEXT = '@';
/** Nothing to say is an empty cell. */
const text = (head: string, width: number, of: (row: ConsignmentRow) => string): LedgerColumn => ({ head, width, format: TEXT, of: (row) => of(row) || null });
const time = (utc: string | null): string => (utc ? localTime(utc) : '');

const TYPE_NAMES = { 1: '原材料预委托', 2: '现场检测预约', 3: '交竣工检测预约' } as const;

/** The columns of the consignment list, in its order and with its heads (LS-001); widths in characters. */
export const ledgerColumns: readonly LedgerColumn[] = [
  text('预委托编号', 20, (row) => row.consignCode),
  text('状态', 12, (row) => consignStatusName(row.consignStatus)),
  text('类型', 16, (row) => TYPE_NAMES[row.consignType]),
  text('委托单位', 30, (row) => row.consignUnit),
  text('检测单位', 30, (row) => row.testUnitName),
  text('工程项目', 30, (row) => row.projectName),
  text('合同段', 12, (row) => row.contractSectName),
  text('检测内容', 40, (row) => row.testContent),
  { head: '样品', width: 8, format: '0', of: (row) => row.sampleCount },
  text('邮寄单号', 20, (row) => row.mailOrderNumber),
  text('委托单编号', 20, (row) => row.consignFormaNumber),
  text('委托单', 10, (row) => (row.isConsignBillGened ? '已生成' : '未生成')),
  // A number, so that the reader can sum it; two decimals survive the way through it.
  { head: '实际费用/元', width: 14, format: '#,##0.00', of: (row) => (row.actFee === null ? null : Number(row.actFee)) },
  text('委托人', 12, (row) => row.sendPerson),
  text('电话', 16, (row) => row.sendPersonPhone),
  text('提交时间', 18, (row) => time(row.commitConsignTime)),
  text('创建时间', 18, (row) => time(row.creationTime)),
];
