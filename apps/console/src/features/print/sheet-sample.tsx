import {
  catalogueNameOf,
  isShownAsAuxiliary,
  materialText,
  pieceText,
  sharedPriceKey,
  sharingGroups,
  standardCodesOf,
} from '#domain';
import { Isolated } from '../../components/isolated.js';
import { moneyText } from '../../components/money.js';
import { useTexts } from '../../i18n/texts.js';
import { SheetFactCells } from './sheet-fact.js';
import { type PrintText, texts } from './texts.js';
import type { PrintedConsignment, SheetFact } from './sheet-header.js';
import type { Translate } from '../../i18n/texts.js';

const CHECKBOX = 6;
type Sample = PrintedConsignment['samples'][number];
type Parameter = Sample['tuSampleParamIds'][number];

/** The institution chooses the parameters of this sample and has not done so yet: nothing of it has a price. */
export const isLeftOpen = ({ isTestUnitConfirmTestParam, tuSampleParamIds }: Sample): boolean =>
  isTestUnitConfirmTestParam && tuSampleParamIds.length === 0;

/** One block of the printed form: a sample, or a test item of an appointment, with its facts and a row a parameter (PD-008). */
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
  const leftOpen = isLeftOpen(sample);
  const hasFees = leftOpen
    ? sample.testParamFee !== null
    : sample.tuSampleParamIds.every(({ totalFee }) => totalFee !== null);
  const rows = leftOpen
    ? [[t('leftToLab'), '', '', '', t('open')]]
    : sample.tuSampleParamIds.map((parameter) => [
        parameter.tuTestParamName,
        codes('1', parameter, sample),
        codes('2', parameter, sample),
        String(parameter.tuTestParamCount),
        feeOf(parameter, sample.tuSampleParamIds, t),
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
          {rows.map(([parameter, basis, evaluation, count, fee], place) => (
            <tr key={parameter}>
              <td className="sheet-narrow">{place + 1}</td>
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
): string => standardCodesOf(use, buSampleParamUseBaseStandard, buSampleUseBaseStandard).join('、');

const subtotalOf = (sample: Sample, t: Translate<PrintText>): string => {
  if (sample.testParamFee === null) return '';
  return isLeftOpen(sample) ? t('subtotalOpen') : t('subtotal', { amount: moneyText(sample.testParamFee) });
};

/** A shared price stands once, beside the first of its group. */
const feeOf = (parameter: Parameter, all: readonly Parameter[], t: Translate<PrintText>): string => {
  const group = sharingGroups(all, sharedPriceKey).find(({ rows }) => rows.includes(parameter));
  if (!group?.shared || parameter.sharedPrice === null) return moneyText(parameter.totalFee ?? '0');
  return group.rows[0] === parameter
    ? t('shared', { name: parameter.sharedPriceQualifier, amount: moneyText(parameter.sharedPrice) })
    : t('sameGroup');
};

const factsOf = (sample: Sample, isMaterial: boolean, t: Translate<PrintText>): SheetFact[] => {
  const own = sample.buSamplePropertyInfo.filter((property) => isShownAsAuxiliary(property) && property.value);
  const withUnit = (value: string, unit: string): string => value && [value, unit].filter(Boolean).join(' ');
  const facts: SheetFact[] = [
    ...own.map(({ testSamplePropertyDisplayName, testSamplePropertyType, value, unit }): SheetFact => [
      testSamplePropertyDisplayName,
      testSamplePropertyType === CHECKBOX ? (value === 'true' ? t('yes') : t('no')) : withUnit(value, unit),
    ]),
    ...(isMaterial ? [] : [[t('structure'), sample.projectUnit] satisfies SheetFact]),
    [t('amountOf'), withUnit(sample.delegatesNum, sample.delegatesNumUnit)],
    [t(isMaterial ? 'purpose' : 'site'), sample.projectOrPurpose || sample.testPart],
    [t('sampleAmount'), withUnit(sample.sampleNum, sample.sampleNumUnit)],
    [t('afterTest'), sample.afterTestOperate],
    [t('pieces'), sample.buSampleChild.map(pieceText).join('；')],
    [t('rawMaterials'), sample.buSampleInfoRefSampleInfo.map((row) => materialText(row, row.testParams)).join('；')],
    [t('description'), sample.testSampleDescription],
    [t('samplingPlace'), sample.extractAddress],
    [t('sampler'), sample.extractPerson],
    [t('memo'), sample.memo],
  ];
  return facts.filter(([, value]) => value);
};
