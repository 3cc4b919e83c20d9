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
import { type FormWords, formWords, joinParts, EMPTY_VALUE, yuanText } from './form-words.js';

type Fact = [label: string, value: string];

/** The header of the printed form as pairs of label and value; the remark is the last one. */
const headerOf = (
  { consignUnitName, consignType, committedAt, header }: ConsignmentFacts,
  words: FormWords,
): Fact[] => {
  const facts: Fact[] = [
    [words.unit, consignUnitName],
    [words.date, committedAt ? dayInChina(committedAt) : ''],
    [words.project, joinParts([header.projectName, header.contractSectName])],
    [words.testType, header.consginTestType],
    [words.constructionUnit, header.constructionUnit],
    [words.qualification, header.tuqualificationName],
    [words.owner, header.constructionJzunit],
    [words.witness, header.ownerWitnesses.map(personText).join(words.semicolon)],
    [words.supervision, header.jzunit],
    [words.witness, header.supervisionWitnesses.map(personText).join(words.semicolon)],
    [words.contact, personText(header.contact)],
    consignType === CONSIGN_TYPE.rawMaterial
      ? [words.sending, deliveryText(header, words)]
      : [words.appointment, header.expectTestTime ? appointmentText(header.expectTestTime) : ''],
    [words.address, header.testUnitAddressDetail],
    [words.report, reportText(header, words)],
    ...header.extraFields
      .filter(({ visible, value }) => visible && value)
      .map(({ columnName, value }): Fact => [columnName.replace(/^#/, ''), value]),
  ];
  return [...facts, [words.remark, header.memo] satisfies Fact].map(([label, value]) => [label, value || EMPTY_VALUE]);
};

/** Name and phone. For an erased person both are the same word, which is shown once. */
const personText = ({ name, phone }: Person): string => (name === phone ? name : joinParts([name, phone]));

const deliveryText = (
  { sendSampleType, mailOrderNumber, mailPayType }: ConsignmentHeader,
  { sendTypes, mailPayers }: FormWords,
): string =>
  sendSampleType === SEND_SAMPLE_TYPE.brought
    ? sendTypes[1]
    : joinParts([sendTypes[2], mailOrderNumber, mailPayers[mailPayType]]);

const reportText = ({ getReportType, reportCount }: ConsignmentHeader, { reportMethods, copies }: FormWords): string =>
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
const hasOpenParameters = ({ isTestUnitConfirmTestParam, parameters }: Sample): boolean =>
  isTestUnitConfirmTestParam && parameters.length === 0;

/**
 * The block of a sample (type 1) or test item (types 2 and 3): heading, facts, one row per parameter, and the receiving
 * requirement.
 */
export const sampleBlock = (
  sample: Sample,
  { number, consignType, prices, estimate, note }: SampleOptions,
  words: FormWords,
): PrintSample => {
  const isMaterial = consignType === CONSIGN_TYPE.rawMaterial;
  // For a count of 1 the fee of a row is the unit price, so it is hidden if either is hidden, as in the api.
  const hasFees = prices && estimate;
  const subtotal = hasOpenParameters(sample) ? words.subtotalOpen : words.subtotal(yuanText(sample.testParamFee));
  const [kind, name] = isMaterial ? [words.sample, sample.testUnitSampleName] : [words.item, catalogueNameOf(sample)];
  return {
    heading: `${kind} ${number}　${name}`,
    specification: sample.specificationType,
    right: joinParts([isMaterial ? words.groups(sample.testGroupCount) : '', estimate ? subtotal : '']),
    facts: factsOf(sample, isMaterial, words),
    columns: [
      { title: words.columns[0], width: words.columnWidths[0], align: 'center' },
      { title: words.columns[1], width: words.columnWidths[1], align: 'left' },
      { title: words.columns[2], width: words.columnWidths[2], align: 'left' },
      { title: words.columns[3], width: words.columnWidths[3], align: 'left' },
      { title: words.columns[4], width: words.columnWidths[4], align: 'center' },
      ...(hasFees ? [{ title: words.columns[5], width: words.columnWidths[5], align: 'right' as const }] : []),
    ],
    rows: rowsOf(sample, words).map((row) => (hasFees ? row : row.slice(0, -1))),
    note: note ? `${words.requirement}${words.colon}${note}` : '',
  };
};

/** The fee is the last cell of a row. */
const rowsOf = (sample: Sample, words: FormWords): string[][] =>
  hasOpenParameters(sample)
    ? [['1', words.chosenByLab, EMPTY_VALUE, EMPTY_VALUE, EMPTY_VALUE, words.open]]
    : sample.parameters.map((parameter, index) => [
        String(index + 1),
        parameter.tuTestParamName,
        standardCodes('1', parameter, sample),
        standardCodes('2', parameter, sample),
        String(parameter.tuTestParamCount),
        feeText(parameter, sample.parameters, words),
      ]);

const factsOf = (sample: Sample, isMaterial: boolean, words: FormWords): [label: string, value: string][] => {
  const properties = sample.properties.filter((property) => isAuxiliaryField(property) && property.value);
  const facts: [string, string][] = [
    [words.structure, isMaterial ? '' : sample.projectUnit],
    ...properties.map((property): [string, string] => [
      property.testSamplePropertyDisplayName,
      joinParts([valueOf(property, words), property.unit], ' '),
    ]),
    [words.quantityMeant, sample.delegatesNum && joinParts([sample.delegatesNum, sample.delegatesNumUnit], ' ')],
    [isMaterial ? words.part : words.site, sample.projectOrPurpose || sample.testPart],
    [words.sampleQuantity, sample.sampleNum && joinParts([sample.sampleNum, sample.sampleNumUnit], ' ')],
    [words.afterTest, sample.afterTestOperate],
    [words.pieces, (sample.buSampleChild ?? []).map(pieceText).join(words.semicolon)],
    [words.materials, materialsText(sample)],
    [words.description, sample.testSampleDescription],
    [words.samplingPlace, sample.extractAddress ?? ''],
    [words.sampler, sample.sampler?.name ?? ''],
    [words.remark, sample.memo],
  ];
  return facts.filter(([, value]) => value);
};

const valueOf = ({ testSamplePropertyType, value }: SampleProperty, { yes, no }: FormWords): string =>
  testSamplePropertyType === CHECKBOX && (value === 'true' || value === 'false')
    ? value === 'true'
      ? yes
      : no
    : value;

/**
 * A shared price is shown for the first parameter of its group; the others show that they cost nothing more (PR-007 to
 * PR-009).
 */
const feeText = (parameter: ChosenParameter, all: readonly ChosenParameter[], words: FormWords): string => {
  const group = sharingGroups(all, sharedPriceKey).find(({ rows }) => rows.includes(parameter));
  if (!group?.shared || parameter.sharedPrice === null) return yuanText(parameter.totalFee);
  return group.rows[0] === parameter
    ? words.sharedWith(parameter.sharedPriceQualifier, yuanText(parameter.sharedPrice))
    : words.sharedAlready;
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
  const words = formWords[language];
  const { header, blocks } = contentOf(facts, words);
  const groups = samples.reduce((sum, { testGroupCount }) => sum + testGroupCount, 0);
  // The digest is the same in all languages: it identifies the consignment, not its labels.
  const digestContent = language === 'zh' ? { header, blocks } : contentOf(facts, formWords.zh);
  const digest = digestOf([consignmentId, consignment.consignCode, digestContent.header, digestContent.blocks]);
  const code = `${words.code} ${consignment.consignCode || words.notSubmitted}`;
  const unprinted = unprintableCharactersInAll([consignment.header.testUnitName, header, blocks]);
  return {
    title: words.titles[consignType],
    laboratory: consignment.header.testUnitName,
    code,
    qr: `${code}\n${words.unit} ${consignment.consignUnitName}\n${words.digest} ${digest}\n${consignmentId}`,
    header,
    samples: blocks,
    totalLeft:
      consignType === CONSIGN_TYPE.rawMaterial ? words.nSamples(samples.length, groups) : words.nItems(samples.length),
    totalRight: totalText(facts, words),
    unprinted: unprinted.length > 0 ? words.unprinted(characterList(unprinted)) : '',
    signatures: [...words.signatures],
    pageLine: words.pageLine,
    digestLine: `${words.digest} ${digest}${words.digestHint}`,
    printedLine: `${words.printed} ${chinaTimeText(requestedAt)}`,
    labelWidth: words.labelWidth,
    createdAt: requestedAt,
  };
};

const contentOf = ({ consignment, visible, requirements }: PrintFacts, words: FormWords) => ({
  header: headerOf(consignment, words),
  blocks: consignment.samples.map((sample, index) =>
    sampleBlock(
      sample,
      {
        number: index + 1,
        consignType: consignment.consignType,
        ...visible,
        note: requirements.get(sample.id) ?? '',
      },
      words,
    ),
  ),
});

/**
 * The actual fee at status 60 and 80 if it is set, else the estimate, which the laboratory may hide (000 section 9).
 */
const totalText = (
  { consignment: { consignStatus, actFee, samples }, visible }: PrintFacts,
  words: FormWords,
): string => {
  if (
    (consignStatus === CONSIGN_STATUS.received || consignStatus === CONSIGN_STATUS.awaitingSignature) &&
    actFee !== null
  )
    return words.actualTotal(yuanText(actFee));
  if (!visible.estimate) return '';
  return `${words.estimatedTotal(yuanText(totalFee(feesOf(samples))))}${samples.some(hasOpenParameters) ? words.withoutOpen : ''}`;
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
  unprinted: string;
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
