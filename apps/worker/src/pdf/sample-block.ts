import { catalogueNameOf, isShownAsAuxiliary, materialsText, pieceText, sharedPriceKey, sharingGroups, standardCodesOf } from '#domain';
import type { ChosenParameter, ConsignType, Sample, SampleProperty } from '#events';
import type { PrintSample } from './print-document.js';
import { joined, NONE, yuan } from './words.js';

const CHECKBOX = 6;
const YES_NO: Readonly<Record<string, string>> = { true: '是', false: '否' };

/** How a sample is shown; `prices` and `estimate` are false where the laboratory hides them, `note` is its receiving requirement or empty. */
type Shown = { number: number; consignType: ConsignType; prices: boolean; estimate: boolean; note: string };

/** The laboratory chooses the parameters of this sample and has not done so yet: nothing of it has a price. */
export const isLeftOpen = ({ isTestUnitConfirmTestParam, parameters }: Sample): boolean => isTestUnitConfirmTestParam && parameters.length === 0;

/** The block of one sample (kind 1) or test item (kinds 2 and 3): heading, facts, a row a parameter, the receiving requirement. */
export const sampleBlock = (sample: Sample, { number, consignType, prices, estimate, note }: Shown): PrintSample => {
  const isMaterial = consignType === 1;
  // With a count of 1 the fee of a row tells its unit price, so it is hidden with either (as the api does).
  const hasFees = prices && estimate;
  const subtotal = isLeftOpen(sample) ? '小计 待定' : `小计 ${yuan(sample.testParamFee)} 元`;
  return {
    heading: `${isMaterial ? '样品' : '项目'} ${number}　${isMaterial ? sample.testUnitSampleName : catalogueNameOf(sample)}`,
    specification: sample.specificationType,
    right: joined([isMaterial ? `${sample.testGroupCount} 组` : '', estimate ? subtotal : '']),
    facts: factsOf(sample, isMaterial),
    columns: [
      { title: '序', width: 25, align: 'center' },
      { title: '检测参数', width: 112, align: 'left' },
      { title: '检测依据', width: 124, align: 'left' },
      { title: '评定标准', width: 124, align: 'left' },
      { title: '数量', width: 35, align: 'center' },
      ...(hasFees ? [{ title: '费用（元）', width: 90, align: 'right' as const }] : []),
    ],
    rows: rowsOf(sample).map((row) => (hasFees ? row : row.slice(0, -1))),
    note: note ? `收样要求：${note}` : '',
  };
};

/** The fee stands last. */
const rowsOf = (sample: Sample): string[][] =>
  isLeftOpen(sample)
    ? [['1', '由检测单位确定参数', NONE, NONE, NONE, '待定']]
    : sample.parameters.map((parameter, index) => [
        String(index + 1),
        parameter.tuTestParamName,
        codesOf('1', parameter, sample),
        codesOf('2', parameter, sample),
        String(parameter.tuTestParamCount),
        feeOf(parameter, sample.parameters),
      ]);

const factsOf = (sample: Sample, isMaterial: boolean): [label: string, value: string][] => {
  const own = sample.properties.filter((property) => isShownAsAuxiliary(property) && property.value);
  const facts: [string, string][] = [
    ['结构物／路段', isMaterial ? '' : sample.projectUnit],
    ...own.map((property): [string, string] => [property.testSamplePropertyDisplayName, joined([valueOf(property), property.unit], ' ')]),
    ['代表数量', sample.delegatesNum && joined([sample.delegatesNum, sample.delegatesNumUnit], ' ')],
    [isMaterial ? '工程部位' : '检测部位', sample.projectOrPurpose || sample.testPart],
    ['样品数量', sample.sampleNum && joined([sample.sampleNum, sample.sampleNumUnit], ' ')],
    ['检后处理', sample.afterTestOperate],
    ['制件信息', (sample.buSampleChild ?? []).map(pieceText).join('；')],
    ['原材料', materialsText(sample)],
    ['备注', sample.memo],
  ];
  return facts.filter(([, value]) => value);
};

const valueOf = ({ testSamplePropertyType, value }: SampleProperty): string => (testSamplePropertyType === CHECKBOX ? (YES_NO[value] ?? value) : value);

/** A shared price is shown once, beside the first of its group; the others say that they cost nothing more (PR-007 to PR-009). */
const feeOf = (parameter: ChosenParameter, all: readonly ChosenParameter[]): string => {
  const group = sharingGroups(all, sharedPriceKey).find(({ rows }) => rows.includes(parameter));
  if (!group?.shared || parameter.sharedPrice === null) return yuan(parameter.totalFee);
  return group.rows[0] === parameter ? `${parameter.sharedPriceQualifier}共享 ${yuan(parameter.sharedPrice)}` : '同组不另计';
};

const codesOf = (use: '1' | '2', { standards }: ChosenParameter, sample: Sample): string => standardCodesOf(use, standards, sample.standards).join('、') || NONE;
