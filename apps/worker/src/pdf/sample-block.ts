import {
  catalogueNameOf,
  isShownAsAuxiliary,
  materialsText,
  pieceText,
  sharedPriceKey,
  sharingGroups,
  standardCodesOf,
} from '#domain';
import type { ChosenParameter, ConsignType, Sample, SampleProperty } from '#events';
import type { FormWords } from './form-words.js';
import type { PrintSample } from './print-document.js';
import { joined, NONE, yuan } from './words.js';

const CHECKBOX = 6;

/** How a sample is shown; `prices` and `estimate` are false where the laboratory hides them, `note` is its receiving requirement or empty. */
type Shown = { number: number; consignType: ConsignType; prices: boolean; estimate: boolean; note: string };

/** The laboratory chooses the parameters of this sample and has not done so yet: nothing of it has a price. */
export const isLeftOpen = ({ isTestUnitConfirmTestParam, parameters }: Sample): boolean =>
  isTestUnitConfirmTestParam && parameters.length === 0;

/** The block of one sample (kind 1) or test item (kinds 2 and 3): heading, facts, a row a parameter, the receiving requirement. */
export const sampleBlock = (
  sample: Sample,
  { number, consignType, prices, estimate, note }: Shown,
  words: FormWords,
): PrintSample => {
  const isMaterial = consignType === 1;
  // With a count of 1 the fee of a row tells its unit price, so it is hidden with either (as the api does).
  const hasFees = prices && estimate;
  const subtotal = isLeftOpen(sample) ? words.subtotalOpen : words.subtotal(yuan(sample.testParamFee));
  return {
    heading: `${isMaterial ? words.sample : words.item} ${number}　${isMaterial ? sample.testUnitSampleName : catalogueNameOf(sample)}`,
    specification: sample.specificationType,
    right: joined([isMaterial ? words.groups(sample.testGroupCount) : '', estimate ? subtotal : '']),
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

/** The fee stands last. */
const rowsOf = (sample: Sample, words: FormWords): string[][] =>
  isLeftOpen(sample)
    ? [['1', words.chosenByLab, NONE, NONE, NONE, words.open]]
    : sample.parameters.map((parameter, index) => [
        String(index + 1),
        parameter.tuTestParamName,
        codesOf('1', parameter, sample),
        codesOf('2', parameter, sample),
        String(parameter.tuTestParamCount),
        feeOf(parameter, sample.parameters, words),
      ]);

const factsOf = (sample: Sample, isMaterial: boolean, words: FormWords): [label: string, value: string][] => {
  const own = sample.properties.filter((property) => isShownAsAuxiliary(property) && property.value);
  const facts: [string, string][] = [
    [words.structure, isMaterial ? '' : sample.projectUnit],
    ...own.map((property): [string, string] => [
      property.testSamplePropertyDisplayName,
      joined([valueOf(property, words), property.unit], ' '),
    ]),
    [words.quantityMeant, sample.delegatesNum && joined([sample.delegatesNum, sample.delegatesNumUnit], ' ')],
    [isMaterial ? words.part : words.site, sample.projectOrPurpose || sample.testPart],
    [words.sampleQuantity, sample.sampleNum && joined([sample.sampleNum, sample.sampleNumUnit], ' ')],
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

/** A shared price is shown once, beside the first of its group; the others say that they cost nothing more (PR-007 to PR-009). */
const feeOf = (parameter: ChosenParameter, all: readonly ChosenParameter[], words: FormWords): string => {
  const group = sharingGroups(all, sharedPriceKey).find(({ rows }) => rows.includes(parameter));
  if (!group?.shared || parameter.sharedPrice === null) return yuan(parameter.totalFee);
  return group.rows[0] === parameter
    ? words.sharedWith(parameter.sharedPriceQualifier, yuan(parameter.sharedPrice))
    : words.sharedAlready;
};

const codesOf = (use: '1' | '2', { standards }: ChosenParameter, sample: Sample): string =>
  standardCodesOf(use, standards, sample.standards).join('、') || NONE;
