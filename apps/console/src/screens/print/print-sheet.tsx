import { useQuery } from '@tanstack/react-query';
import { getPrintConsignInfoList, type ResultOf } from '#contract';
import { catalogueNameOf, standardCodesOf } from '#domain/catalogue';
import { extraFieldLabel, witnessesFromText, type PipeSeparatedWitnesses } from '#domain/consignment';
import { isAuxiliaryField, materialText, pieceText, sharedPriceKey, sharingGroups } from '#domain/sample';
import { CONSIGN_TYPE, SEND_SAMPLE_TYPE } from '#events';
import { Isolated } from '../../components/isolated.js';
import { moneyText } from '../../components/money.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { UnprintedNote } from '../../consignment/consignment-facts.js';
import { displayedFee } from '../../consignment/statuses.js';
import { language, listSeparator, phraseSeparator } from '../../i18n/language.js';
import { type Translate, useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import './print.css';
import { type PrintText, texts } from './texts.js';

type PrintedConsignment = ResultOf<typeof getPrintConsignInfoList>[number];
type SheetFact = readonly [label: string, value: string];
type Text = Translate<PrintText>;

/**
 * The header grid of the printed form: label and value, two per row, in the order of the PDF; the remark, last, has its
 * own row.
 */
const headerFacts = (printed: PrintedConsignment, t: Text): SheetFact[] => {
  const extra = printed.consignInfoProperties
    .filter(({ visible, value }) => visible && value !== '')
    .toSorted((left, right) => left.columnIndex - right.columnIndex);
  const facts: SheetFact[] = [
    [t('consignUnit'), printed.consignUnitName],
    [t('consignDate'), printed.consignTime ? dateTime(printed.consignTime).slice(0, 10) : ''],
    [t('project'), joinParts(printed.projectName, printed.contractSectName)],
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
    [t('contact'), joinParts(printed.linkPerson, printed.linkPersonPhone)],
    printed.consignType === CONSIGN_TYPE.rawMaterial
      ? [t('sending'), sendingOf(printed, t)]
      : [t('expectTime'), printed.expectTestTime?.slice(0, 16).replace('T', ' ') ?? ''],
    [t('receivingAddress'), printed.testUnitAddressDetail],
    [t('report'), reportOf(printed, t)],
    ...extra.map((field): SheetFact => [extraFieldLabel(field), field.value]),
  ];
  return [...facts, [t('memo'), printed.memo]];
};

const joinParts = (...parts: readonly string[]): string => parts.filter(Boolean).join('　');

const people = (texts: PipeSeparatedWitnesses): string =>
  witnessesFromText(texts)
    .map(({ name, cardNo, phone }) => joinParts(name, cardNo, phone))
    .join('\n');

/** 1 is self-delivery; any other value, including none, is mail (PD-009). */
const sendingOf = ({ sendSampleType, mailOrderNumber, mailPayType }: PrintedConsignment, t: Text): string =>
  sendSampleType === SEND_SAMPLE_TYPE.brought
    ? t('send.self')
    : joinParts(t('send.mail'), mailOrderNumber, t(mailPayType === 2 ? 'pay.2' : 'pay.1'));

const reportOf = ({ getReportType, reportCount }: PrintedConsignment, t: Text): string =>
  getReportType === '10'
    ? t('report.10')
    : t('copies', { way: t(getReportType === '3' ? 'report.3' : 'report.1'), count: reportCount });

/** A longer value has its own row, as in the PDF. */
const LONG = 40;

/**
 * Label and value of one fact of the printed form. A long value in its own row continues on the next page with its
 * label: print.css makes the label the head of a table, which browsers repeat.
 */
const SheetFactCells = ({ fact: [label, value], isWide }: { fact: SheetFact; isWide: boolean }) => {
  const isLong = isWide && value.length > LONG;
  return (
    <div className={[isWide ? 'sheet-wide' : '', isLong ? 'sheet-long' : ''].join(' ').trim()}>
      <dt>
        <span>{label}</span>
      </dt>
      <dd>
        <span>
          <Isolated text={value || '—'} />
        </span>
      </dd>
    </div>
  );
};

const CHECKBOX = 6;
type Sample = PrintedConsignment['samples'][number];
type Parameter = Sample['tuSampleParamIds'][number];

/** The laboratory determines the parameters of this sample and has not done so yet, so it has no prices. */
const isLeftOpen = ({ isTestUnitConfirmTestParam, tuSampleParamIds }: Sample): boolean =>
  isTestUnitConfirmTestParam && tuSampleParamIds.length === 0;

/**
 * One block of the printed form: a sample, or a test item of an appointment, with its facts and one row per parameter
 * (PD-008).
 */
export const SheetSample = ({
  sample,
  number,
  isMaterial,
}: {
  sample: Sample;
  number: number;
  isMaterial: boolean;
}) => {
  const t = useTexts(texts);
  const isOpen = isLeftOpen(sample);
  const hasFees = isOpen
    ? sample.testParamFee !== null
    : sample.tuSampleParamIds.every(({ totalFee }) => totalFee !== null);
  const rows = isOpen
    ? [[t('leftToLab'), '', '', '', t('open')]]
    : sample.tuSampleParamIds.map((parameter) => [
        parameter.tuTestParamName,
        codes('1', parameter, sample),
        codes('2', parameter, sample),
        String(parameter.tuTestParamCount),
        sheetSampleFeeOf(parameter, sample.tuSampleParamIds, t),
      ]);
  const name = isMaterial ? sample.testUnitSampleName : catalogueNameOf(sample);
  return (
    <section className="sheet-sample" aria-label={`${t(isMaterial ? 'sample' : 'item', { n: number })} ${name}`}>
      <header>
        <b>
          {t(isMaterial ? 'sample' : 'item', { n: number })}　<Isolated text={name} />
        </b>
        <span>
          <Isolated text={sample.specificationType} />
        </span>
        {sample.isTestUnitConfirmTestParam && <span>{t('byInstitution')}</span>}
        <span className="sheet-right">
          {[isMaterial ? t('groups', { n: sample.testGroupCount }) : '', subtotalOf(sample, t)]
            .filter(Boolean)
            .join('　')}
        </span>
      </header>
      <dl className="sheet-facts">
        {factsOf(sample, isMaterial, t).map((fact) => (
          <SheetFactCells key={fact[0]} fact={fact} isWide />
        ))}
      </dl>
      <table className="sheet-table">
        <thead>
          <tr>
            <th className="sheet-narrow">{t('number')}</th>
            <th>{t('parameter')}</th>
            <th>{t('basis')}</th>
            <th>{t('evaluation')}</th>
            <th className="sheet-count">{t('count')}</th>
            {hasFees && <th className="sheet-fee">{t('fee')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([parameter, basis, evaluation, count, fee], index) => (
            <tr key={parameter}>
              <td className="sheet-narrow">{index + 1}</td>
              <td>
                <Isolated text={parameter ?? ''} />
              </td>
              <td>{basis || '—'}</td>
              <td>{evaluation || '—'}</td>
              <td className="sheet-count">{count || '—'}</td>
              {hasFees && <td className="sheet-fee">{fee}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {sample.receivingRequirement && (
        <p className="sheet-note">{t('requirement', { text: sample.receivingRequirement })}</p>
      )}
    </section>
  );
};

const codes = (
  use: '1' | '2',
  { buSampleParamUseBaseStandard }: Parameter,
  { buSampleUseBaseStandard }: Sample,
): string => standardCodesOf(use, buSampleParamUseBaseStandard, buSampleUseBaseStandard).join(listSeparator());

const subtotalOf = (sample: Sample, t: Translate<PrintText>): string => {
  if (sample.testParamFee === null) return '';
  return isLeftOpen(sample) ? t('subtotalOpen') : t('subtotal', { amount: moneyText(sample.testParamFee) });
};

/** A shared price is printed once, for the first parameter of its group. */
const sheetSampleFeeOf = (parameter: Parameter, all: readonly Parameter[], t: Translate<PrintText>): string => {
  const group = sharingGroups(all, sharedPriceKey).find(({ rows }) => rows.includes(parameter));
  if (!group?.shared || parameter.sharedPrice === null) return moneyText(parameter.totalFee ?? '0');
  return group.rows[0] === parameter
    ? t('shared', { name: parameter.sharedPriceQualifier, amount: moneyText(parameter.sharedPrice) })
    : t('sameGroup');
};

const factsOf = (sample: Sample, isMaterial: boolean, t: Translate<PrintText>): SheetFact[] => {
  const auxiliaryFields = sample.buSamplePropertyInfo.filter(
    (property) => isAuxiliaryField(property) && property.value,
  );
  const withUnit = (value: string, unit: string): string => value && [value, unit].filter(Boolean).join(' ');
  const facts: SheetFact[] = [
    ...auxiliaryFields.map(({ testSamplePropertyDisplayName, testSamplePropertyType, value, unit }): SheetFact => [
      testSamplePropertyDisplayName,
      testSamplePropertyType === CHECKBOX ? (value === 'true' ? t('yes') : t('no')) : withUnit(value, unit),
    ]),
    ...(isMaterial ? [] : [[t('structure'), sample.projectUnit] satisfies SheetFact]),
    [t('amountOf'), withUnit(sample.delegatesNum, sample.delegatesNumUnit)],
    [t(isMaterial ? 'purpose' : 'site'), sample.projectOrPurpose || sample.testPart],
    [t('sampleAmount'), withUnit(sample.sampleNum, sample.sampleNumUnit)],
    [t('afterTest'), sample.afterTestOperate],
    [t('pieces'), sample.buSampleChild.map(pieceText).join(phraseSeparator())],
    [
      t('rawMaterials'),
      sample.buSampleInfoRefSampleInfo.map((row) => materialText(row, row.testParams)).join(phraseSeparator()),
    ],
    [t('description'), sample.testSampleDescription],
    [t('samplingPlace'), sample.extractAddress],
    [t('sampler'), sample.extractPerson],
    [t('memo'), sample.memo],
  ];
  return facts.filter(([, value]) => value);
};

/**
 * One consignment as printed on A4: title, header grid, one block per sample, the sum, boxes for signatures (PD-008,
 * PD-009).
 */
const PrintSheet = ({ printed }: { printed: PrintedConsignment }) => {
  const t = useTexts(texts);
  const isMaterial = printed.consignType === CONSIGN_TYPE.rawMaterial;
  const facts = headerFacts(printed, t);
  const fee = displayedFee(printed);
  const groups = printed.samples.reduce((sum, { testGroupCount }) => sum + testGroupCount, 0);
  return (
    <article className="print-sheet" aria-label={`${printed.title} ${printed.consignCode}`.trim()}>
      <header className="sheet-title">
        <div>
          <Isolated text={printed.testUnitName} />
        </div>
        <h2>{printed.title}</h2>
        <div>{t('code', { code: printed.consignCode || t('notSubmitted') })}</div>
        {!printed.isReadOnly && <div className="sheet-draft">{t('draft')}</div>}
      </header>
      <dl className="sheet-grid">
        {facts.map((fact, index) => (
          <SheetFactCells
            key={`${fact[0]}-${index}`}
            fact={fact}
            isWide={index === facts.length - 1 || (index === facts.length - 2 && facts.length % 2 === 0)}
          />
        ))}
      </dl>
      {printed.samples.map((sample, index) => (
        <SheetSample key={sample.id} sample={sample} number={index + 1} isMaterial={isMaterial} />
      ))}
      {printed.samples.length === 0 && <p className="sheet-none">{t(isMaterial ? 'noSamples' : 'noItems')}</p>}
      <div className="sheet-total">
        <span>{t(isMaterial ? 'totalSamples' : 'totalItems', { samples: printed.samples.length, groups })}</span>
        {fee && (
          <span>
            {t(fee.kind === 'actual' ? 'actualTotal' : 'estimatedTotal', { amount: moneyText(fee.amount) })}
            {fee.kind === 'estimated' && printed.samples.some(isLeftOpen) && t('withoutOpen')}
          </span>
        )}
      </div>
      <dl className="sheet-signatures">
        {(['signContact', 'signWitness', 'signReceiver', 'receivedOn'] as const).map((signatureLine) => (
          <div key={signatureLine}>
            <dt>{t(signatureLine)}</dt>
            <dd />
          </div>
        ))}
      </dl>
    </article>
  );
};

/** Print data of consignments in the given order; its titles are in the user's language. */
export const printQuery = (ids: readonly string[]) => {
  const options = queryOptionsOf(getPrintConsignInfoList, { ids: [...ids] });
  return {
    ...options,
    queryKey: [...options.queryKey, language()] as const,
    enabled: ids.length > 0,
    staleTime: 0,
    meta: { quiet: true },
  };
};

/**
 * Consignments one after another, each on its own pages. The browser prints this element. It takes the focus, so that
 * the keyboard can scroll it.
 */
export const PrintSheets = ({ ids }: { ids: readonly string[] }) => {
  const t = useTexts(texts);
  const printed = useQuery(printQuery(ids));
  if (printed.data) {
    return (
      <>
        <UnprintedNote of={printed.data} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only with the focus the keyboard can scroll it */}
        <div className="print-sheets" role="region" aria-label={t('previewTitle')} tabIndex={0}>
          {printed.data.map((consignment) => (
            <PrintSheet key={consignment.id} printed={consignment} />
          ))}
        </div>
      </>
    );
  }
  return printed.isError ? (
    <ErrorState title={t('failed')} error={printed.error} onRetry={() => void printed.refetch()} />
  ) : (
    <LoadingRows rows={8} />
  );
};
