import type { ConsignmentFacts } from '#domain';
import type { ConsignmentHeader, Person } from '#events';
import { localTime } from '../local-time.js';
import { joined, NONE } from './words.js';

const REPORT_METHODS = { '1': '自取', '3': '邮寄', '10': '电子报告' } as const;
const MAIL_PAYERS = { 1: '寄方付', 2: '到付' } as const;
const SEND_TYPES = { 1: '自送', 2: '邮寄' } as const;

type Fact = [label: string, value: string];

/** The header of the printed form: label and value pairs, two to a row, the remark last in a row of its own. */
export const headerGrid = ({ consignUnitName, consignType, committedAt, header }: ConsignmentFacts): Fact[] => {
  const facts: Fact[] = [
    ['委托单位', consignUnitName],
    ['委托日期', committedAt ? localTime(committedAt).slice(0, 10) : ''],
    ['工程项目', joined([header.projectName, header.contractSectName])],
    ['检测类别', header.consginTestType],
    ['施工单位', header.constructionUnit],
    ['资质类型', header.tuqualificationName],
    ['建设单位', header.constructionJzunit],
    ['见证人', header.ownerWitnesses.map(personText).join('；')],
    ['监理单位', header.jzunit],
    ['见证人', header.supervisionWitnesses.map(personText).join('；')],
    ['委托人', personText(header.contact)],
    consignType === 1 ? ['送样方式', sendingOf(header)] : ['预约时间', header.expectTestTime ? appointment(header.expectTestTime) : ''],
    ['收样地址', header.testUnitAddressDetail],
    ['报告领取', reportOf(header)],
    ...header.extraFields.filter(({ visible, value }) => visible && value).map(({ columnName, value }): Fact => [columnName.replace(/^#/, ''), value]),
  ];
  const wholeRows: Fact[] = facts.length % 2 === 0 ? facts : [...facts, ['', NONE]];
  return [...wholeRows, ['备注', header.memo] satisfies Fact].map(([label, value]) => [label, value || NONE]);
};

/** Name and phone; an erased person's are the same word, which is said once. */
const personText = ({ name, phone }: Person): string => (name === phone ? name : joined([name, phone]));

const sendingOf = ({ sendSampleType, mailOrderNumber, mailPayType }: ConsignmentHeader): string =>
  sendSampleType === 1 ? SEND_TYPES[1] : joined([SEND_TYPES[2], mailOrderNumber, MAIL_PAYERS[mailPayType]]);

const reportOf = ({ getReportType, reportCount }: ConsignmentHeader): string =>
  getReportType === '10' ? REPORT_METHODS[getReportType] : `${REPORT_METHODS[getReportType]}，${reportCount} 份`;

/** As it was typed, a local time; one with a zone of its own is brought to ours. */
const appointment = (typed: string): string => (/T.*(Z|[+-]\d\d:?\d\d)$/.test(typed) ? localTime(typed) : typed.slice(0, 16).replace('T', ' '));
