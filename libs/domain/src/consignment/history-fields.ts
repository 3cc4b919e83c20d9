import type { ChosenParameter, ConsignmentHeader, Sample, StandardLink } from '#events';
import { pieceText } from '../prepared-pieces/prepared-pieces.js';
import { materialsText } from '../raw-materials/material-text.js';
import type { ConsignmentFacts, Signature } from './state.js';
import type { HistoryLabel, ValueKind } from './history-words.js';

/** How persons are written; an auditor is shown them masked. Applied after the comparison: a masked change stays a change. */
export type PersonsAs = { name(text: string): string; phone(text: string): string };

/** One field that is compared: what the form calls it, how its value reads, and the value as text; '' is nothing. */
export type Field<Of> = {
  path: string;
  label: HistoryLabel;
  kind: ValueKind;
  value(of: Of): string;
  shownAs?(value: string, persons: PersonsAs): string;
};

const text = <Of extends object>(
  path: keyof Of & string,
  label: HistoryLabel,
  kind: ValueKind = 'text',
): Field<Of> => ({ path, label, kind, value: (of) => said(of[path] as Plain) });
type Plain = string | number | boolean | null | undefined;
const said = (value: Plain): string => (value === null || value === undefined ? '' : String(value));
const amountOf = (number: string, unit: string): string =>
  number === '' ? '' : [number, unit].filter(Boolean).join(' ');
const codesOf = (standards: readonly StandardLink[]): string =>
  standards
    .map(({ baseStandardCode, baseStandardClauseCode }) =>
      [baseStandardCode, baseStandardClauseCode].filter(Boolean).join(' '),
    )
    .join('、');

/** What moves a consignment along, in the order of importance. */
export const PROGRESS: readonly Field<ConsignmentFacts & { phase: 'open' | 'deleted' }>[] = [
  text('consignStatus', 'consignStatus', 'status'),
  { path: 'phase', label: 'deleted', kind: 'yesNo', value: ({ phase }) => String(phase === 'deleted') },
  text('rollbackCause', 'rollbackCause'),
  text('consignCode', 'consignCode'),
  text('actFee', 'actFee', 'yuan'),
  text('billFile', 'billFile'),
];

/** The form in the order of its sections; persons of the witness lists and extra fields are compared entry by entry beside it. */
export const HEADER: readonly Field<ConsignmentHeader>[] = [
  text('testUnitName', 'testUnit'),
  text('testUnitAddressDetail', 'receivingAddress'),
  text('consignUnitAddress', 'consignUnitAddress'),
  text('projectName', 'project'),
  text('contractSectName', 'contractSectName'),
  text('tuqualificationName', 'qualification'),
  text('consginTestType', 'testCategory'),
  text('constructionUnit', 'constructionUnit'),
  text('expectTestTime', 'expectTestTime', 'localTime'),
  {
    path: 'linkPerson',
    label: 'linkPerson',
    kind: 'text',
    value: ({ contact }) => contact.name,
    shownAs: (value, persons) => persons.name(value),
  },
  {
    path: 'linkPersonPhone',
    label: 'linkPersonPhone',
    kind: 'text',
    value: ({ contact }) => contact.phone,
    shownAs: (value, persons) => persons.phone(value),
  },
  text('sendSampleType', 'sendSampleType', 'sending'),
  text('mailOrderNumber', 'mailOrderNumber'),
  text('mailPayType', 'mailPayType', 'mailPay'),
  text('getReportType', 'getReportType', 'reportWay'),
  text('reportCount', 'reportCount', 'copies'),
  text('memo', 'memo'),
  text('needWitnessUnit', 'needWitnessUnit', 'yesNo'),
  text('constructionJzunit', 'ownerUnit'),
  text('needConstructionWitnessPersonSign', 'ownerMustSign', 'yesNo'),
  text('jzunit', 'supervisionUnit'),
  text('needWitnessPersonSign', 'supervisionMustSign', 'yesNo'),
];

/** What the witness dialog sets: an edit of nothing else is called by it. */
export const OF_WITNESSES: ReadonlySet<HistoryLabel> = new Set([
  'needWitnessUnit',
  'ownerUnit',
  'ownerMustSign',
  'ownerWitness',
  'supervisionUnit',
  'supervisionMustSign',
  'supervisionWitness',
]);

export const SAMPLE: readonly Field<Sample>[] = [
  text('testUnitSampleName', 'sampleName'),
  text('testGroupCount', 'testGroupCount', 'groups'),
  text('testPointCount', 'testPointCount', 'points'),
  text('specificationType', 'specificationType'),
  text('testPart', 'testPart'),
  text('projectOrPurpose', 'projectOrPurpose'),
  text('projectUnit', 'projectUnit'),
  {
    path: 'sampleNum',
    label: 'sampleNum',
    kind: 'text',
    value: ({ sampleNum, sampleNumUnit }) => amountOf(sampleNum, sampleNumUnit),
  },
  {
    path: 'delegatesNum',
    label: 'delegatesNum',
    kind: 'text',
    value: ({ delegatesNum, delegatesNumUnit }) => amountOf(delegatesNum, delegatesNumUnit),
  },
  text('afterTestOperate', 'afterTestOperate'),
  text('testSampleDescription', 'testSampleDescription'),
  text('extractAddress', 'extractAddress'),
  text('extractUnit', 'extractUnit'),
  text('extractTime', 'extractTime'),
  {
    path: 'sampler',
    label: 'sampler',
    kind: 'text',
    value: ({ sampler }) => [sampler?.name, sampler?.cardNo].filter(Boolean).join('　'),
    shownAs: (value, persons) =>
      value
        .split('　')
        .map((part) => persons.name(part))
        .join('　'),
  },
  text('castingDate', 'castingDate'),
  text('ageWaitTime', 'sampleAge'),
  text('memo', 'memo'),
  text('isNeedConclusion', 'isNeedConclusion', 'yesNo'),
  text('isTestUnitConfirmTestParam', 'isTestUnitConfirmTestParam', 'yesNo'),
  text('testReason', 'testReason'),
  { path: 'pack', label: 'pack', kind: 'yesNo', value: ({ pack }) => String(pack?.packFlag === 1) },
  { path: 'standards', label: 'sampleStandards', kind: 'text', value: ({ standards }) => codesOf(standards) },
  {
    path: 'buSampleChild',
    label: 'preparedPieces',
    kind: 'text',
    value: ({ buSampleChild = [] }) => buSampleChild.map(pieceText).join('、'),
  },
  { path: 'buSampleInfoRefSampleInfo', label: 'rawMaterials', kind: 'text', value: materialsText },
];

/** Below the chosen parameters, for it follows from them. */
export const SAMPLE_FEE: readonly Field<Sample>[] = [text('testParamFee', 'testParamFee', 'yuan')];

export const PARAMETER: readonly Field<ChosenParameter>[] = [
  text('tuTestParamCount', 'parameterCount', 'times'),
  text('testParamPriceType', 'parameterPriceKind', 'priceKind'),
  text('tuTestParamPrice', 'parameterPrice', 'yuan'),
  text('sharedPrice', 'sharedPrice', 'yuan'),
  text('totalFee', 'parameterFee', 'yuan'),
  { path: 'standards', label: 'parameterStandards', kind: 'text', value: ({ standards }) => codesOf(standards) },
];

/** A parameter as it is added or removed: its name and what it is tested and judged by. */
export const parameterText = ({ tuTestParamName, standards }: ChosenParameter): string =>
  [tuTestParamName, codesOf(standards)].filter(Boolean).join('　');

export const SIGNATURE: readonly Field<Signature>[] = [
  text('status', 'signature', 'signed'),
  text('senMsgStatus', 'signatureNotified', 'yesNo01'),
];
