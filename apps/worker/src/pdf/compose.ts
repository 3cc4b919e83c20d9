import { createHash } from 'node:crypto';
import { characterName, feesOf, totalFee, unprintedInAll, type ConsignmentFacts, type Language } from '#domain';
import { localTime } from '../local-time.js';
import { type FormWords, formWords } from './form-words.js';
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
  /** Of the labels; Chinese unless somebody asked in another. */
  language?: Language;
};

/** Puts a consignment into the words of its printed form (PD, the look of the design's page 10). Pure: the same facts give the same document. */
export const composeDocument = (facts: PrintFacts): PrintDocument => {
  const { consignment, consignmentId, requestedAt, language = 'zh' } = facts;
  const { consignType, samples } = consignment;
  const words = formWords[language];
  const { header, blocks } = contentOf(facts, words);
  const groups = samples.reduce((sum, { testGroupCount }) => sum + testGroupCount, 0);
  // One digest for all languages: what is compared by eye is what was consigned, not how its labels read.
  const shown = language === 'zh' ? { header, blocks } : contentOf(facts, formWords.zh);
  const digest = digestOf([consignmentId, consignment.consignCode, shown.header, shown.blocks]);
  const code = `${words.code} ${consignment.consignCode || words.notSubmitted}`;
  const unprinted = unprintedInAll([consignment.header.testUnitName, header, blocks]);
  return {
    title: words.titles[consignType],
    laboratory: consignment.header.testUnitName,
    code,
    qr: `${code}\n${words.unit} ${consignment.consignUnitName}\n${words.digest} ${digest}\n${consignmentId}`,
    header,
    samples: blocks,
    totalLeft: consignType === 1 ? words.nSamples(samples.length, groups) : words.nItems(samples.length),
    totalRight: totalOf(facts, words),
    unprinted: unprinted.length > 0 ? words.unprinted(listed(unprinted)) : '',
    signatures: [...words.signatures],
    pageLine: words.pageLine,
    digestLine: `${words.digest} ${digest}${words.digestHint}`,
    printedLine: `${words.printed} ${localTime(requestedAt)}`,
    labelWidth: words.labelWidth,
    createdAt: requestedAt,
  };
};

const contentOf = ({ consignment, hidePrices, hideEstimate, requirements }: PrintFacts, words: FormWords) => ({
  header: headerGrid(consignment, words),
  blocks: consignment.samples.map((sample, index) =>
    sampleBlock(
      sample,
      {
        number: index + 1,
        consignType: consignment.consignType,
        prices: !hidePrices,
        estimate: !hideEstimate,
        note: requirements.get(sample.id) ?? '',
      },
      words,
    ),
  ),
});

/** The actual fee at 60 and 80 where there is one, else the estimate, which the laboratory may hide (000 section 9). */
const totalOf = (
  { consignment: { consignStatus, actFee, samples }, hideEstimate }: PrintFacts,
  words: FormWords,
): string => {
  if ((consignStatus === 60 || consignStatus === 80) && actFee !== null) return words.actualTotal(yuan(actFee));
  if (hideEstimate) return '';
  return `${words.estimatedTotal(yuan(totalFee(feesOf(samples))))}${samples.some(isLeftOpen) ? words.withoutOpen : ''}`;
};

/** A text full of a foreign script names its first characters. */
const listed = (characters: string[]): string =>
  `${characters.slice(0, NAMED).map(characterName).join(' ')}${characters.length > NAMED ? ' …' : ''}`;
const NAMED = 12;

/** Short enough to compare by eye, long enough that a changed copy does not carry it by chance. */
const digestOf = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(content))
    .digest('hex')
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, '$1 ');
