import { z } from 'zod';
import { FEED_TYPES, FEED_VERSION, versionedName, type FeedFacts, type FeedType } from '#domain/lab-systems';
import { inLanguages, type InEveryLanguage } from '#domain/text';
import { eventMeanings, type EventMeaning } from './event-meanings.js';

const Status = z.object({
  /** Status before the event; null for the first. */
  from: z.number().int().nullable(),
  to: z.number().int(),
  /** Chinese name of the status after the event. */
  name: z.string(),
});

/**
 * Data of every event of the feed: the state after it. It has no names, phone numbers or certificate numbers of
 * persons.
 */
const Data = z.object({
  consignmentId: z.string(),
  consignCode: z.string(),
  /** 1 raw material, 2 on-site appointment, 3 handover appointment. */
  consignType: z.literal([1, 2, 3]),
  status: Status,
  testUnitId: z.string(),
  consignUnitId: z.string(),
  projectName: z.string(),
  sampleCount: z.number().int(),
  links: z.object({ self: z.string() }),
});
const RemarkData = Data.extend({ remark: z.string() });
const StageData = RemarkData.extend({ actFee: z.string().optional() });
const ReportData = Data.extend({ reportId: z.string(), reportNumber: z.string() });

/** A documented event type. `name` ends with its version, as in the member `type` of an event. */
export type EventType = {
  name: string;
  type: FeedType;
  version: number;
  summary: InEveryLanguage;
  schema: z.ZodObject;
  example: Record<string, unknown>;
  /** The recorded events that it is derived from. */
  recordedAs: readonly string[];
} & EventMeaning;

/** The consignment in the examples of all types. */
export const EXAMPLE_CONSIGNMENT_ID = '0f0c3b1e-6f0a-4a3e-9d0b-6f3f5b1c2a10';
const example: Omit<FeedFacts, 'status'> & { links: { self: string } } = {
  consignmentId: EXAMPLE_CONSIGNMENT_ID,
  consignCode: 'TU001-2026-00001',
  consignType: 1,
  testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79',
  consignUnitId: '6aef726f-d59e-536d-ab28-6fc104bc2736',
  projectName: '甬台温高速公路第3合同段',
  sampleCount: 2,
  links: { self: consignmentPath(EXAMPLE_CONSIGNMENT_ID) },
};
const reportExample = { ...example, reportId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', reportNumber: 'BG-2026-0001' };

/** Path by which the unit's own system reads the consignment of an event. */
export function consignmentPath(consignmentId: string): string {
  return `/api/services/app/ILISIntegration/GetConsignInfoDetail?id=${consignmentId}`;
}

type EventDescription = Pick<EventType, 'summary' | 'schema'> & { example: Record<string, unknown> };

const descriptions: Record<FeedType, EventDescription> = {
  'consignment.submitted': {
    summary: inLanguages('委托已提交', 'The consignment was submitted', 'El encargo se presentó'),
    schema: RemarkData,
    example: { ...example, status: { from: 10, to: 20, name: '待审核' }, remark: '' },
  },
  'consignment.audit-passed': {
    summary: inLanguages('审核通过', 'The laboratory passed the audit', 'El laboratorio aprobó la revisión'),
    schema: RemarkData,
    example: { ...example, status: { from: 20, to: 30, name: '待收样' }, remark: '同意' },
  },
  'consignment.audit-rejected': {
    summary: inLanguages('审核不通过', 'The laboratory rejected the consignment', 'El laboratorio rechazó el encargo'),
    schema: RemarkData,
    example: { ...example, status: { from: 20, to: 40, name: '审核不通过' }, remark: '缺少出厂合格证' },
  },
  'consignment.sample-confirmed': {
    summary: inLanguages('已收样', 'The laboratory received the samples', 'El laboratorio recibió las muestras'),
    schema: RemarkData,
    example: { ...example, status: { from: 30, to: 60, name: '已收样' }, remark: '' },
  },
  'consignment.sample-returned': {
    summary: inLanguages('已退样', 'The laboratory returned the samples', 'El laboratorio devolvió las muestras'),
    schema: RemarkData,
    example: { ...example, status: { from: 30, to: 90, name: '已退样' }, remark: '样品破损' },
  },
  'consignment.cancelled': {
    summary: inLanguages('委托已撤回', 'The client withdrew the consignment', 'El cliente retiró el encargo'),
    schema: RemarkData,
    example: { ...example, status: { from: 20, to: 50, name: '已撤回' }, remark: '资料有误' },
  },
  'consignment.reopened': {
    summary: inLanguages(
      '委托重新编辑',
      'The client edits the consignment again',
      'El cliente vuelve a editar el encargo',
    ),
    schema: Data,
    example: { ...example, status: { from: 50, to: 10, name: '填写中' } },
  },
  'consignment.deleted': {
    summary: inLanguages('委托已删除', 'The client deleted the consignment', 'El cliente eliminó el encargo'),
    schema: RemarkData,
    example: { ...example, status: { from: 50, to: 50, name: '已撤回' }, remark: '重复' },
  },
  'consignment.correction-requested': {
    summary: inLanguages('要求补正', 'The laboratory asks for a correction', 'El laboratorio pide una corrección'),
    schema: StageData,
    example: { ...example, status: { from: 60, to: 70, name: '待补正' }, remark: '请更正规格' },
  },
  'consignment.signature-requested': {
    summary: inLanguages('要求签名', 'The laboratory asks for signatures', 'El laboratorio pide firmas'),
    schema: StageData,
    example: { ...example, status: { from: 60, to: 80, name: '待签名' }, remark: '', actFee: '120.00' },
  },
  'consignment.stage-withdrawn': {
    summary: inLanguages(
      '撤销补正或签名要求',
      'The laboratory asks for the correction or the signatures no more',
      'El laboratorio ya no pide la corrección o las firmas',
    ),
    schema: StageData,
    example: { ...example, status: { from: 70, to: 60, name: '已收样' }, remark: '' },
  },
  'consignment.signed': {
    summary: inLanguages('已签名', 'A signature was given', 'Se dio una firma'),
    schema: Data,
    example: { ...example, status: { from: 80, to: 60, name: '已收样' } },
  },
  'consignment.actual-fee-set': {
    summary: inLanguages('实际费用已填写', 'The actual fee was set', 'Se indicó el importe real'),
    schema: Data.extend({ actFee: z.string() }),
    example: { ...example, status: { from: 60, to: 60, name: '已收样' }, actFee: '120.00' },
  },
  'consignment.bill-available': {
    summary: inLanguages(
      '委托单已生成',
      'The bill of the consignment is there',
      'La orden del encargo está disponible',
    ),
    schema: Data,
    example: { ...example, status: { from: 60, to: 60, name: '已收样' } },
  },
  'consignment.mail-number-set': {
    summary: inLanguages('寄样单号已填写', 'The number of the sent samples was set', 'Se indicó el número de envío'),
    schema: Data.extend({ mailNumber: z.string() }),
    example: { ...example, status: { from: 30, to: 30, name: '待收样' }, mailNumber: 'SF1234567890' },
  },
  'consignment.parameters-completed': {
    summary: inLanguages(
      '检测机构已完善参数',
      'The laboratory completed the parameters of a sample',
      'El laboratorio completó los parámetros de una muestra',
    ),
    schema: Data,
    example: { ...example, status: { from: 20, to: 20, name: '待审核' } },
  },
  'report.registered': {
    summary: inLanguages('报告已登记', 'A report was registered', 'Se registró un informe'),
    schema: ReportData,
    example: { ...reportExample, status: { from: null, to: 10, name: '检测中' } },
  },
  'report.status-changed': {
    summary: inLanguages('报告状态已变更', 'The status of a report changed', 'Cambió el estado de un informe'),
    schema: ReportData,
    example: { ...reportExample, status: { from: 10, to: 20, name: '编制中' } },
  },
  'report.published': {
    summary: inLanguages('报告已发布', 'A report was published', 'Se publicó un informe'),
    schema: ReportData,
    example: { ...reportExample, status: { from: 30, to: 40, name: '已发布' } },
  },
  'report.voided': {
    summary: inLanguages('报告已作废', 'A report was declared void', 'Se anuló un informe'),
    schema: ReportData.extend({ remark: z.string().optional() }),
    example: { ...reportExample, status: { from: 40, to: 90, name: '已作废' }, remark: '数据有误' },
  },
  'report.mailed': {
    summary: inLanguages('报告已邮寄', 'A report was mailed', 'Se envió un informe'),
    schema: ReportData.extend({ mailNumber: z.string() }),
    example: { ...reportExample, status: { from: 40, to: 50, name: '已邮寄' }, mailNumber: 'EMS 1234567890' },
  },
};

/**
 * All event types of the feed. OpenAPI, AsyncAPI, the pages of the types and the console's catalogue are generated from
 * this list.
 */
export const eventTypes: readonly EventType[] = (Object.keys(descriptions) as FeedType[]).map((type) => ({
  name: versionedName(type),
  type,
  version: FEED_VERSION,
  recordedAs: FEED_TYPES[type],
  ...descriptions[type],
  ...eventMeanings[type],
}));
