import { createHash } from 'node:crypto';
import { feesOf, totalFee, type ConsignmentFacts } from '#domain';
import { localTime } from '../local-time.js';
import { headerGrid } from './header-grid.js';
import type { PrintDocument } from './print-document.js';
import { isLeftOpen, sampleBlock } from './sample-block.js';
import { yuan } from './words.js';

export type PrintFacts = {
  consignmentId: string;
  consignment: ConsignmentFacts;
  /** When the document was asked for, UTC ISO: the printed time. */
  requestedAt: string;
  /** IsConsignHidePrice and IsConsignHideEstimatedCost of the testing unit. */
  hidePrices: boolean;
  hideEstimate: boolean;
  /** Receiving requirements by sample id, as plain text. */
  requirements: ReadonlyMap<string, string>;
};

const TITLES = { 1: '原材料检测预委托单', 2: '现场检测预约单', 3: '交竣工检测预约单' } as const;

/** Puts a consignment into the words of its printed form (PD, the look of the design's page 10). Pure: the same facts give the same document. */
export const composeDocument = (facts: PrintFacts): PrintDocument => {
  const { consignment, consignmentId, requestedAt, hidePrices, hideEstimate, requirements } = facts;
  const { consignType, samples } = consignment;
  const header = headerGrid(consignment);
  const blocks = samples.map((sample, index) =>
    sampleBlock(sample, { number: index + 1, consignType, prices: !hidePrices, estimate: !hideEstimate, note: requirements.get(sample.id) ?? '' }),
  );
  const groups = samples.reduce((sum, { testGroupCount }) => sum + testGroupCount, 0);
  const digest = digestOf([consignmentId, consignment.consignCode, header, blocks]);
  const code = `预委托编号 ${consignment.consignCode || '（未提交）'}`;
  return {
    title: TITLES[consignType],
    laboratory: consignment.header.testUnitName,
    code,
    qr: `${code}\n委托单位 ${consignment.consignUnitName}\n内容摘要 ${digest}\n${consignmentId}`,
    header,
    samples: blocks,
    totalLeft: consignType === 1 ? `样品 ${samples.length} 个，${groups} 组` : `检测项目 ${samples.length} 项`,
    totalRight: totalOf(facts),
    signatures: ['委托人签名', '见证人签名', '收样人签名', '收样日期'],
    pageLine: '第 {page} 页，共 {pages} 页',
    digestLine: `内容摘要 ${digest}，扫码可核对本单内容`,
    printedLine: `打印 ${localTime(requestedAt)}`,
    createdAt: requestedAt,
  };
};

/** The actual fee at 60 and 80 where there is one, else the estimate, which the laboratory may hide (000 section 9). */
const totalOf = ({ consignment: { consignStatus, actFee, samples }, hideEstimate }: PrintFacts): string => {
  if ((consignStatus === 60 || consignStatus === 80) && actFee !== null) return `实际费用合计　${yuan(actFee)} 元`;
  if (hideEstimate) return '';
  return `预估费用合计　${yuan(totalFee(feesOf(samples)))} 元${samples.some(isLeftOpen) ? '（不含待定项）' : ''}`;
};

/** Short enough to compare by eye, long enough that a changed copy does not carry it by chance. */
const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ');
