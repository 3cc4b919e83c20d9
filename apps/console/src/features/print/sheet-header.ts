import type { getPrintConsignInfoList, ResultOf } from '#contract';
import { extraFieldLabel, witnessesFromText, type WitnessTexts } from '#domain';
import type { Translate } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import type { PrintText } from './texts.js';

export type PrintedConsignment = ResultOf<typeof getPrintConsignInfoList>[number];
export type SheetFact = readonly [label: string, value: string];
type Text = Translate<PrintText>;

/** The header grid of the printed form: label and value, two to a row, in the order of the PDF; the remark, last, has a row of its own. */
export const headerFacts = (printed: PrintedConsignment, t: Text): SheetFact[] => {
  const extra = printed.consignInfoProperties
    .filter(({ visible, value }) => visible && value !== '')
    .toSorted((left, right) => left.columnIndex - right.columnIndex);
  const facts: SheetFact[] = [
    [t('consignUnit'), printed.consignUnitName],
    [t('consignDate'), printed.consignTime ? dateTime(printed.consignTime).slice(0, 10) : ''],
    [t('project'), joined(printed.projectName, printed.contractSectName)],
    [t('category'), printed.consginTestType],
    [t('contractor'), printed.constructionUnit],
    [t('qualification'), printed.qualificationName],
    [t('owner'), printed.constructionJzunit],
    [
      t('witness'),
      people({
        person: printed.constructionJzperson,
        cardNo: printed.constructionJzcardNo,
        phone: printed.constructionJzphone,
      }),
    ],
    [t('supervision'), printed.jzunit],
    [t('witness'), people({ person: printed.jhperson, cardNo: printed.jzcardNo, phone: printed.jzphone })],
    [t('contact'), joined(printed.linkPerson, printed.linkPersonPhone)],
    printed.consignType === 1
      ? [t('sending'), sendingOf(printed, t)]
      : [t('expectTime'), printed.expectTestTime?.slice(0, 16).replace('T', ' ') ?? ''],
    [t('receivingAddress'), printed.testUnitAddressDetail],
    [t('report'), reportOf(printed, t)],
    ...extra.map((field): SheetFact => [extraFieldLabel(field), field.value]),
  ];
  return [...facts, [t('memo'), printed.memo]];
};

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join('　');

const people = (texts: WitnessTexts): string =>
  witnessesFromText(texts)
    .map(({ name, cardNo, phone }) => joined(name, cardNo, phone))
    .join('\n');

/** 1 is self-delivery; anything else, also nothing, is mail (PD-009). */
const sendingOf = ({ sendSampleType, mailOrderNumber, mailPayType }: PrintedConsignment, t: Text): string =>
  sendSampleType === 1
    ? t('send.self')
    : joined(t('send.mail'), mailOrderNumber, t(mailPayType === 2 ? 'pay.2' : 'pay.1'));

const reportOf = ({ getReportType, reportCount }: PrintedConsignment, t: Text): string =>
  getReportType === '10'
    ? t('report.10')
    : t('copies', { way: t(getReportType === '3' ? 'report.3' : 'report.1'), count: reportCount });
