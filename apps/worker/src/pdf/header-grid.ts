import type { ConsignmentFacts } from '#domain';
import type { ConsignmentHeader, Person } from '#events';
import { localTime } from '../local-time.js';
import type { FormWords } from './form-words.js';
import { joined, NONE } from './words.js';

type Fact = [label: string, value: string];

/** The header of the printed form: label and value pairs, the remark last. */
export const headerGrid = (
  { consignUnitName, consignType, committedAt, header }: ConsignmentFacts,
  words: FormWords,
): Fact[] => {
  const facts: Fact[] = [
    [words.unit, consignUnitName],
    [words.date, committedAt ? localTime(committedAt).slice(0, 10) : ''],
    [words.project, joined([header.projectName, header.contractSectName])],
    [words.testType, header.consginTestType],
    [words.constructionUnit, header.constructionUnit],
    [words.qualification, header.tuqualificationName],
    [words.owner, header.constructionJzunit],
    [words.witness, header.ownerWitnesses.map(personText).join(words.semicolon)],
    [words.supervision, header.jzunit],
    [words.witness, header.supervisionWitnesses.map(personText).join(words.semicolon)],
    [words.contact, personText(header.contact)],
    consignType === 1
      ? [words.sending, sendingOf(header, words)]
      : [words.appointment, header.expectTestTime ? appointment(header.expectTestTime) : ''],
    [words.address, header.testUnitAddressDetail],
    [words.report, reportOf(header, words)],
    ...header.extraFields
      .filter(({ visible, value }) => visible && value)
      .map(({ columnName, value }): Fact => [columnName.replace(/^#/, ''), value]),
  ];
  return [...facts, [words.remark, header.memo] satisfies Fact].map(([label, value]) => [label, value || NONE]);
};

/** Name and phone; an erased person's are the same word, which is said once. */
const personText = ({ name, phone }: Person): string => (name === phone ? name : joined([name, phone]));

const sendingOf = (
  { sendSampleType, mailOrderNumber, mailPayType }: ConsignmentHeader,
  { sendTypes, mailPayers }: FormWords,
): string => (sendSampleType === 1 ? sendTypes[1] : joined([sendTypes[2], mailOrderNumber, mailPayers[mailPayType]]));

const reportOf = ({ getReportType, reportCount }: ConsignmentHeader, { reportMethods, copies }: FormWords): string =>
  getReportType === '10' ? reportMethods[getReportType] : `${reportMethods[getReportType]}${copies(reportCount)}`;

/** As it was typed, a local time; one with a zone of its own is brought to ours. */
const appointment = (typed: string): string =>
  /T.*(Z|[+-]\d\d:?\d\d)$/.test(typed) ? localTime(typed) : typed.slice(0, 16).replace('T', ' ');
