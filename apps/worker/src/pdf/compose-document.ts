import { createHash } from 'node:crypto';
import { catalogueNameOf, standardCodesOf } from '#domain/catalogue';
import type { ConsignmentFacts } from '#domain/consignment';
import { characterName, type Language, unprintableCharactersInAll } from '#domain/text';
import {
  feesOf,
  isAuxiliaryField,
  materialsText,
  pieceText,
  sharedPriceKey,
  sharingGroups,
  totalFee,
} from '#domain/sample';
import {
  type ChosenParameter,
  type ConsignmentHeader,
  type ConsignType,
  type Person,
  type Sample,
  type SampleProperty,
  CONSIGN_STATUS,
  CONSIGN_TYPE,
  SEND_SAMPLE_TYPE,
} from '#events';
import { chinaTimeText, dayInChina } from '#domain/time';
import type { VisibleAmounts } from '#domain/units';
import { type FormTexts, formTexts, joinParts, EMPTY_VALUE, yuanText } from './form-texts.js';

type Fact = [label: string, value: string];

/** The header of the printed form as pairs of label and value; the remark is the last one. */
const headerOf = (
  { consignUnitName, consignType, committedAt, header }: ConsignmentFacts,
  texts: FormTexts,
): Fact[] => {
  const facts: Fact[] = [
    [texts.unit, consignUnitName],
    [texts.date, committedAt ? dayInChina(committedAt) : ''],
    [texts.project, joinParts([header.projectName, header.contractSectName])],
    [texts.testType, header.consginTestType],
    [texts.constructionUnit, header.constructionUnit],
    [texts.qualification, header.tuqualificationName],
    [texts.owner, header.constructionJzunit],
    [texts.witness, header.ownerWitnesses.map(personText).join(texts.semicolon)],
    [texts.supervision, header.jzunit],
    [texts.witness, header.supervisionWitnesses.map(personText).join(texts.semicolon)],
    [texts.contact, personText(header.contact)],
    consignType === CONSIGN_TYPE.rawMaterial
      ? [texts.delivery, deliveryText(header, texts)]
      : [texts.appointment, header.expectTestTime ? appointmentText(header.expectTestTime) : ''],
    [texts.address, header.testUnitAddressDetail],
    [texts.report, reportText(header, texts)],
    ...header.extraFields
      .filter(({ visible, value }) => visible && value)
      .map(({ columnName, value }): Fact => [columnName.replace(/^#/, ''), value]),
  ];
  return [...facts, [texts.remark, header.memo] satisfies Fact].map(([label, value]) => [label, value || EMPTY_VALUE]);
};

/** Name and phone. For an erased person both are the same word, which is shown once. */
const personText = ({ name, phone }: Person): string => (name === phone ? name : joinParts([name, phone]));

const deliveryText = (
  { sendSampleType, mailOrderNumber, mailPayType }: ConsignmentHeader,
  { deliveryMethods, mailPayers }: FormTexts,
): string =>
  sendSampleType === SEND_SAMPLE_TYPE.brought
    ? deliveryMethods[1]
    : joinParts([deliveryMethods[2], mailOrderNumber, mailPayers[mailPayType]]);

const reportText = ({ getReportType, reportCount }: ConsignmentHeader, { reportMethods, copies }: FormTexts): string =>
  getReportType === '10' ? reportMethods[getReportType] : `${reportMethods[getReportType]}${copies(reportCount)}`;

/** The local time as it was entered; a time with a zone is converted to China time. */
const appointmentText = (input: string): string =>
  /T.*(Z|[+-]\d\d:?\d\d)$/.test(input) ? chinaTimeText(input) : input.slice(0, 16).replace('T', ' ');

const CHECKBOX = 6;

/**
 * How a sample is shown. `prices` and `estimate` are false if the laboratory hides them; `note` is its receiving
 * requirement or empty.
 */
type SampleOptions = { number: number; consignType: ConsignType; prices: boolean; estimate: boolean; note: string };

/** Whether the laboratory still has to choose the parameters of a sample, which then has no price. */
const lacksParameters = ({ isTestUnitConfirmTestParam, parameters }: Sample): boolean =>
  isTestUnitConfirmTestParam && parameters.length === 0;

/**
 * The block of a sample (type 1) or test item (types 2 and 3): heading, facts, one row per parameter, and the receiving
 * requirement.
 */
export const sampleBlock = (
  sample: Sample,
  { number, consignType, prices, estimate, note }: SampleOptions,
  texts: FormTexts,
): PrintSample => {
  const isRawMaterial = consignType === CONSIGN_TYPE.rawMaterial;
  // For a count of 1 the fee of a row is the unit price, so it is hidden if either is hidden, as in the api.
  const hasFees = prices && estimate;
  const subtotal = lacksParameters(sample) ? texts.pendingSubtotal : texts.subtotal(yuanText(sample.testParamFee));
  const [kind, name] = isRawMaterial
    ? [texts.sample, sample.testUnitSampleName]
    : [texts.item, catalogueNameOf(sample)];
  return {
    heading: `${kind} ${number}　${name}`,
    specification: sample.specificationType,
    right: joinParts([isRawMaterial ? texts.groups(sample.testGroupCount) : '', estimate ? subtotal : '']),
    facts: factsOf(sample, isRawMaterial, texts),
    columns: [
      { title: texts.columns[0], width: texts.columnWidths[0], align: 'center' },
      { title: texts.columns[1], width: texts.columnWidths[1], align: 'left' },
      { title: texts.columns[2], width: texts.columnWidths[2], align: 'left' },
      { title: texts.columns[3], width: texts.columnWidths[3], align: 'left' },
      { title: texts.columns[4], width: texts.columnWidths[4], align: 'center' },
      ...(hasFees ? [{ title: texts.columns[5], width: texts.columnWidths[5], align: 'right' as const }] : []),
    ],
    rows: rowsOf(sample, texts).map((row) => (hasFees ? row : row.slice(0, -1))),
    note: note ? `${texts.requirement}${texts.colon}${note}` : '',
  };
};

/** The fee is the last cell of a row. */
const rowsOf = (sample: Sample, texts: FormTexts): string[][] =>
  lacksParameters(sample)
    ? [['1', texts.parametersChosenByLab, EMPTY_VALUE, EMPTY_VALUE, EMPTY_VALUE, texts.pending]]
    : sample.parameters.map((parameter, index) => [
        String(index + 1),
        parameter.tuTestParamName,
        standardCodes('1', parameter, sample),
        standardCodes('2', parameter, sample),
        String(parameter.tuTestParamCount),
        feeText(parameter, sample.parameters, texts),
      ]);

const factsOf = (sample: Sample, isRawMaterial: boolean, texts: FormTexts): [label: string, value: string][] => {
  const properties = sample.properties.filter((property) => isAuxiliaryField(property) && property.value);
  const facts: [string, string][] = [
    [texts.structure, isRawMaterial ? '' : sample.projectUnit],
    ...properties.map((property): [string, string] => [
      property.testSamplePropertyDisplayName,
      joinParts([valueOf(property, texts), property.unit], ' '),
    ]),
    [texts.representedQuantity, sample.delegatesNum && joinParts([sample.delegatesNum, sample.delegatesNumUnit], ' ')],
    [isRawMaterial ? texts.workPart : texts.testSite, sample.projectOrPurpose || sample.testPart],
    [texts.sampleQuantity, sample.sampleNum && joinParts([sample.sampleNum, sample.sampleNumUnit], ' ')],
    [texts.afterTest, sample.afterTestOperate],
    [texts.preparedPieces, (sample.buSampleChild ?? []).map(pieceText).join(texts.semicolon)],
    [texts.materials, materialsText(sample)],
    [texts.description, sample.testSampleDescription],
    [texts.samplingLocation, sample.extractAddress ?? ''],
    [texts.sampler, sample.sampler?.name ?? ''],
    [texts.remark, sample.memo],
  ];
  return facts.filter(([, value]) => value);
};

const valueOf = ({ testSamplePropertyType, value }: SampleProperty, { yes, no }: FormTexts): string =>
  testSamplePropertyType === CHECKBOX && (value === 'true' || value === 'false')
    ? value === 'true'
      ? yes
      : no
    : value;

/**
 * A shared price is shown for the first parameter of its group; the others show that they cost nothing more (PR-007 to
 * PR-009).
 */
const feeText = (parameter: ChosenParameter, parameters: readonly ChosenParameter[], texts: FormTexts): string => {
  const group = sharingGroups(parameters, sharedPriceKey).find(({ rows }) => rows.includes(parameter));
  if (!group?.shared || parameter.sharedPrice === null) return yuanText(parameter.totalFee);
  return group.rows[0] === parameter
    ? texts.sharedPrice(parameter.sharedPriceQualifier, yuanText(parameter.sharedPrice))
    : texts.inSharedPrice;
};

const standardCodes = (use: '1' | '2', { standards }: ChosenParameter, sample: Sample): string =>
  standardCodesOf(use, standards, sample.standards).join('、') || EMPTY_VALUE;

export type PrintFacts = {
  consignmentId: string;
  consignment: ConsignmentFacts;
  /** The time of the request, UTC ISO; it is printed. */
  requestedAt: string;
  /** The amounts that the testing unit shows (IsConsignHidePrice, IsConsignHideEstimatedCost). */
  visible: VisibleAmounts;
  /** Receiving requirements by sample id, as plain text. */
  requirements: ReadonlyMap<string, string>;
  /** Language of the labels; default Chinese. */
  language?: Language;
};

/**
 * Composes the printed form of a consignment (PD, page 10 of the design). Pure: the same facts give the same document.
 */
export const composeDocument = (facts: PrintFacts): PrintDocument => {
  const { consignment, consignmentId, requestedAt, language = 'zh' } = facts;
  const { consignType, samples } = consignment;
  const texts = formTexts[language];
  const { header, blocks } = contentOf(facts, texts);
  const groups = samples.reduce((sum, { testGroupCount }) => sum + testGroupCount, 0);
  // The digest is the same in all languages: it identifies the consignment, not its labels.
  const digestContent = language === 'zh' ? { header, blocks } : contentOf(facts, formTexts.zh);
  const digest = digestOf([consignmentId, consignment.consignCode, digestContent.header, digestContent.blocks]);
  const code = `${texts.code} ${consignment.consignCode || texts.notSubmitted}`;
  const unprintable = unprintableCharactersInAll([consignment.header.testUnitName, header, blocks]);
  return {
    title: texts.titles[consignType],
    laboratory: consignment.header.testUnitName,
    code,
    qr: `${code}\n${texts.unit} ${consignment.consignUnitName}\n${texts.digest} ${digest}\n${consignmentId}`,
    header,
    samples: blocks,
    totalLeft:
      consignType === CONSIGN_TYPE.rawMaterial
        ? texts.sampleCounts(samples.length, groups)
        : texts.itemCount(samples.length),
    totalRight: totalText(facts, texts),
    unprintableNotice: unprintable.length > 0 ? texts.unprintable(characterList(unprintable)) : '',
    signatures: [...texts.signatures],
    pageLine: texts.pageLine,
    digestLine: `${texts.digest} ${digest}${texts.digestHint}`,
    printedLine: `${texts.printedAt} ${chinaTimeText(requestedAt)}`,
    labelWidth: texts.labelWidth,
    createdAt: requestedAt,
  };
};

const contentOf = ({ consignment, visible, requirements }: PrintFacts, texts: FormTexts) => ({
  header: headerOf(consignment, texts),
  blocks: consignment.samples.map((sample, index) =>
    sampleBlock(
      sample,
      {
        number: index + 1,
        consignType: consignment.consignType,
        ...visible,
        note: requirements.get(sample.id) ?? '',
      },
      texts,
    ),
  ),
});

/**
 * The actual fee at status 60 and 80 if it is set, else the estimate, which the laboratory may hide (000 section 9).
 */
const totalText = (
  { consignment: { consignStatus, actFee, samples }, visible }: PrintFacts,
  texts: FormTexts,
): string => {
  if (
    (consignStatus === CONSIGN_STATUS.received || consignStatus === CONSIGN_STATUS.awaitingSignature) &&
    actFee !== null
  )
    return texts.actualTotal(yuanText(actFee));
  if (!visible.estimate) return '';
  return `${texts.estimatedTotal(yuanText(totalFee(feesOf(samples))))}${samples.some(lacksParameters) ? texts.withoutPending : ''}`;
};

/** Code points of the first characters; a text in a foreign script may have many. */
const characterList = (characters: string[]): string =>
  `${characters.slice(0, MAX_LISTED).map(characterName).join(' ')}${characters.length > MAX_LISTED ? ' …' : ''}`;
const MAX_LISTED = 12;

/** Short enough to compare by eye, long enough to differ for a changed copy. */
const digestOf = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(content))
    .digest('hex')
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, '$1 ');

/** All texts of a printed pre-consignment. The renderer needs nothing else. */
export type PrintDocument = {
  title: string;
  laboratory: string;
  code: string;
  /** Text of the QR code. */
  qr: string;
  /** Pairs of label and value, two per row. The last one, and an odd one before it, has its own row. */
  header: [label: string, value: string][];
  samples: PrintSample[];
  totalLeft: string;
  /** Empty if the laboratory hides the estimate. */
  totalRight: string;
  /** Notice of the characters that are replaced; empty if all can be drawn. */
  unprintableNotice: string;
  signatures: string[];
  /** Footer of each page with the placeholders "{page}" and "{pages}". */
  pageLine: string;
  digestLine: string;
  printedLine: string;
  /** Width of label cells in points; other languages have longer labels. */
  labelWidth: number;
  createdAt: string;
};

export type PrintSample = {
  heading: string;
  specification: string;
  /** Group count and subtotal, right of the heading. */
  right: string;
  facts: [label: string, value: string][];
  columns: { title: string; width: number; align: 'left' | 'center' | 'right' }[];
  rows: string[][];
  note: string;
};
