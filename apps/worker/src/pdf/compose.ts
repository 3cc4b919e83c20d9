import { createHash } from 'node:crypto';
import { explainSampleFee, sharedPriceKey, sharingGroups, totalFee, type ConsignmentFacts } from '#domain';
import type { ChosenParameter, Sample, StandardLink, Witness } from '#events';
import type { PrintDocument, PrintSample } from './print-document.js';

export type PrintFacts = {
  consignmentId: string;
  consignment: ConsignmentFacts;
  /** When the document was asked for, UTC ISO: the printed time. */
  requestedAt: string;
  /** IsConsignHidePrice and IsConsignHideEstimatedCost of the testing unit. */
  hidePrices: boolean;
  hideEstimate: boolean;
  /** Receiving requirements by catalogue sample id, as plain text. */
  requirements: ReadonlyMap<string, string>;
};

const TITLES = { 1: '原材料检测预委托单', 2: '现场检测预约单', 3: '交竣工检测预约单' } as const;
const REPORT_METHODS = { '1': '自取', '3': '邮寄', '10': '电子报告' } as const;
const MAIL_PAYERS = { 1: '寄方付', 2: '到付' } as const;
const SEND_TYPES = { 1: '自送', 2: '邮寄' } as const;
const NONE = '—';
/** Properties that feed the quantities, which are printed as such (AUX-007). */
const QUANTITIES: readonly string[] = ['representativeBatch', 'sampleCount'];
const CHECKBOX = 6;
const YES_NO: Record<string, string> = { true: '是', false: '否' };

/** Puts a consignment into the words of its printed form (PD, the look of the design's page 10). Pure: the same facts give the same document. */
export const composeDocument = (facts: PrintFacts): PrintDocument => {
  const { consignment } = facts;
  const header = headerOf(consignment);
  const samples = consignment.samples.map((sample, index) => sampleOf(sample, index + 1, facts));
  const groups = consignment.samples.reduce((sum, sample) => sum + sample.testGroupCount, 0);
  const digest = digestOf([facts.consignmentId, consignment.consignCode, header, samples]);
  const code = `预委托编号 ${consignment.consignCode || '（未提交）'}`;
  return {
    title: TITLES[consignment.consignType],
    laboratory: consignment.header.testUnitName,
    code,
    qr: `${code}\n委托单位 ${consignment.consignUnitName}\n内容摘要 ${digest}\n${facts.consignmentId}`,
    header,
    samples,
    totalLeft: consignment.consignType === 1 ? `样品 ${samples.length} 个，${groups} 组` : `检测项目 ${samples.length} 项`,
    totalRight: totalOf(facts),
    signatures: ['委托人签名', '见证人签名', '收样人签名', '收样日期'],
    pageLine: '第 {page} 页，共 {pages} 页',
    digestLine: `内容摘要 ${digest}，扫码可核对本单内容`,
    printedLine: `打印 ${localTime(facts.requestedAt)}`,
    createdAt: facts.requestedAt,
  };
};

const headerOf = ({ consignUnitName, consignType, committedAt, header }: ConsignmentFacts): [string, string][] => {
  const sending = [SEND_TYPES[header.sendSampleType], header.mailOrderNumber, header.sendSampleType === 2 ? MAIL_PAYERS[header.mailPayType] : ''];
  const report = header.getReportType === '10' ? REPORT_METHODS['10'] : `${REPORT_METHODS[header.getReportType]}，${header.reportCount} 份`;
  const rows: [string, string][] = [
    ['委托单位', consignUnitName],
    ['委托日期', committedAt ? localTime(committedAt).slice(0, 10) : ''],
    ['工程项目', joined([header.projectName, header.contractSectName])],
    ['检测类别', header.consginTestType],
    ['施工单位', header.constructionUnit],
    ['资质类型', header.tuqualificationName],
    ['建设单位', header.constructionJzunit],
    ['见证人', witnesses(header.ownerWitnesses)],
    ['监理单位', header.jzunit],
    ['见证人', witnesses(header.supervisionWitnesses)],
    ['委托人', joined([header.contact.name, header.contact.phone])],
    consignType === 1 ? ['送样方式', joined(sending)] : ['预约时间', header.expectTestTime ?? ''],
    ['收样地址', header.testUnitAddressDetail],
    ['报告领取', report],
    ...header.extraFields.filter((field) => field.visible && field.value).map((field): [string, string] => [field.columnName.slice(1), field.value]),
  ];
  // A remark takes a row of its own, whatever came before it.
  const even: [string, string][] = rows.length % 2 === 0 ? rows : [...rows, ['', '']];
  return [...even, ['备注', header.memo] as [string, string]].map(([label, value]) => [label, value || NONE]);
};

const sampleOf = (sample: Sample, number: number, { consignment, hidePrices, requirements }: PrintFacts): PrintSample => {
  const left = sample.isTestUnitConfirmTestParam && sample.parameters.length === 0;
  const fee = left ? '待定' : `${thousands(explainSampleFee(sample.parameters, sample.testGroupCount).testParamFee)} 元`;
  const columns: PrintSample['columns'] = [
    { title: '序', width: 25, align: 'center' },
    { title: '检测参数', width: 112, align: 'left' },
    { title: '检测依据', width: 124, align: 'left' },
    { title: '评定标准', width: 124, align: 'left' },
    { title: '数量', width: 35, align: 'center' },
    ...(hidePrices ? [] : [{ title: '费用（元）', width: 90, align: 'right' as const }]),
  ];
  const rows = left
    ? [['1', '由检测单位确定参数', NONE, NONE, NONE, ...(hidePrices ? [] : ['待定'])]]
    : sample.parameters.map((parameter, index) => [
        String(index + 1),
        parameter.tuTestParamName,
        codes(parameter.standards, sample.standards, '1'),
        codes(parameter.standards, sample.standards, '2'),
        String(parameter.tuTestParamCount),
        ...(hidePrices ? [] : [feeText(parameter, sample.parameters)]),
      ]);
  const note = requirements.get(sample.testUnitSampleId);
  return {
    heading: `${consignment.consignType === 1 ? '样品' : '项目'} ${number}　${sample.testUnitSampleName}`,
    specification: sample.specificationType,
    right: [consignment.consignType === 1 ? `${sample.testGroupCount} 组` : '', hidePrices ? '' : `小计 ${fee}`].filter(Boolean).join('　'),
    facts: factsOf(sample, consignment.consignType === 1),
    columns,
    rows,
    note: note ? `收样要求：${note}` : '',
  };
};

const factsOf = (sample: Sample, rawMaterial: boolean): [string, string][] => {
  const own = sample.properties.filter((property) => !property.isJoinSpecification && !QUANTITIES.includes(property.testSamplePropertySystemName) && property.value);
  const all: [string, string][] = [
    ...own.map((property): [string, string] => [property.testSamplePropertyDisplayName, joined([property.testSamplePropertyType === CHECKBOX ? YES_NO[property.value] ?? property.value : property.value, property.unit], ' ')]),
    ['代表数量', joined([sample.delegatesNum, sample.delegatesNum && sample.delegatesNumUnit], ' ')],
    [rawMaterial ? '工程部位' : '检测部位', sample.projectOrPurpose || sample.testPart],
    ['样品数量', joined([sample.sampleNum, sample.sampleNum && sample.sampleNumUnit], ' ')],
    ['检后处理', sample.afterTestOperate],
    ['备注', sample.memo],
  ];
  return all.filter(([, value]) => value);
};

/** A shared price is shown once, beside the first of its group; the others say that they cost nothing more. */
const feeText = (parameter: ChosenParameter, all: readonly ChosenParameter[]): string => {
  const group = sharingGroups(all, sharedPriceKey).find(({ rows }) => rows.includes(parameter));
  if (!group?.shared) return thousands(parameter.totalFee);
  return group.rows[0] === parameter ? `${parameter.sharedPriceQualifier}共享 ${thousands(parameter.sharedPrice ?? '0.00')}` : '同组不另计';
};

const totalOf = ({ consignment, hideEstimate }: PrintFacts): string => {
  if ((consignment.consignStatus === 60 || consignment.consignStatus === 80) && consignment.actFee) return `实际费用合计　${thousands(consignment.actFee)} 元`;
  if (hideEstimate) return '';
  const open = consignment.samples.some((sample) => sample.isTestUnitConfirmTestParam && sample.parameters.length === 0);
  return `预估费用合计　${thousands(totalFee(consignment.samples.map((sample) => sample.testParamFee)))} 元${open ? '（不含待定项）' : ''}`;
};

/** Codes of the standards used as test basis ("1") or evaluation standard ("2"); the sample's own where the parameter has none. */
const codes = (own: readonly StandardLink[], ofSample: readonly StandardLink[], use: '1' | '2'): string => {
  const chosen = (links: readonly StandardLink[]) => links.filter((link) => link.useType === use || link.useType === '3');
  const links = chosen(own).length > 0 ? chosen(own) : chosen(ofSample);
  return [...new Set(links.map((link) => link.baseStandardCode || link.baseStandardName))].join('、') || NONE;
};

const witnesses = (list: readonly Witness[]): string => list.map((witness) => joined([witness.name, witness.phone])).join('；');
const joined = (parts: readonly string[], by = '　'): string => parts.filter(Boolean).join(by);
const thousands = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',');

/** Beijing time, the time of the field: "2026-11-20 10:42". */
const localTime = (utc: string): string => new Date(Date.parse(utc) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ');
