import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getBuSampleInfoParams, type ResultOf } from '#contract';
import { PRICE_TYPE, rowFee, sharedPriceKey, sharingGroups, totalFee } from '#domain/sample';
import { AppDialog } from '../../components/app-dialog.js';
import { Money, moneyText } from '../../components/money.js';
import { LoadedRows } from '../../components/page-states.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import en from '../../locales/en/price-detail.json' with { type: 'json' };
import es from '../../locales/es/price-detail.json' with { type: 'json' };
import zh from '../../locales/zh/price-detail.json' with { type: 'json' };

/** 费用明细 (DG-005); its failure message is the specification's. */
const texts = defineTexts('price-detail', {
  zh,
  en,
  es,
});

export type PricedSample = ResultOf<typeof getBuSampleInfoParams>[number];
export type PricedParameter = PricedSample['buSampleParam'][number] & { tuTestParamPrice: string; totalFee: string };

/** Why a parameter has the cost of its line (PR-006 to PR-011). */
export type PriceRule =
  | { kind: 'own' }
  /** The unit price has more than two decimals; the line is rounded after multiplying. */
  | { kind: 'rounded' }
  /** It has a shared price, but no other parameter shares it. */
  | { kind: 'alone'; qualifier: string; sharedPrice: string }
  /** Carries the shared price for `names`, including itself. */
  | { kind: 'shares'; qualifier: string; sharedPrice: string; names: string[] }
  /** Included in the price of `first`. */
  | { kind: 'included'; first: string };

/** The catalogue price of a line, by its type (PR-001). */
export type PriceSource = 0 | 1 | 2 | 3 | 4;

type PriceLine = { parameter: PricedParameter; amount: string | null; rule: PriceRule };

/** The lines of a sample and their sum for one group; null if the unit hides any of it. */
export const priceLines = ({ buSampleParam }: PricedSample): { lines: PriceLine[]; sum: string } | null => {
  const parameters = buSampleParam.filter(
    (row): row is PricedParameter => row.tuTestParamPrice !== null && row.totalFee !== null,
  );
  if (parameters.length < buSampleParam.length) return null;
  const groups = sharingGroups(parameters, sharedPriceKey);
  const lines = parameters.map((parameter) =>
    lineOf(parameter, groups.find(({ rows }) => rows.includes(parameter))?.rows ?? [parameter]),
  );
  return { lines, sum: totalFee(lines.flatMap(({ amount }) => amount ?? [])) };
};

const lineOf = (parameter: PricedParameter, group: readonly [PricedParameter, ...PricedParameter[]]): PriceLine => {
  const {
    sharedPrice,
    sharedPriceQualifier: qualifier,
    totalFee: ownFee,
    tuTestParamPrice,
    tuTestParamCount,
  } = parameter;
  const [first] = group;
  if (group.length > 1 && sharedPrice !== null) {
    return first === parameter
      ? {
          parameter,
          amount: sharedPrice,
          rule: { kind: 'shares', qualifier, sharedPrice, names: group.map(({ tuTestParamName }) => tuTestParamName) },
        }
      : { parameter, amount: null, rule: { kind: 'included', first: first.tuTestParamName } };
  }
  if (sharedPrice !== null && qualifier !== '')
    return { parameter, amount: ownFee, rule: { kind: 'alone', qualifier, sharedPrice } };
  return {
    parameter,
    amount: ownFee,
    rule: { kind: rowFee(tuTestParamPrice, tuTestParamCount) === ownFee ? 'own' : 'rounded' },
  };
};

/**
 * A line of a shared group has the shared price, every other its parameter's own; one with only a shared price stores
 * that as its own (PR-003).
 */
export const priceSourceOf = ({ parameter, rule }: Pick<PriceLine, 'parameter' | 'rule'>): PriceSource => {
  const types: readonly PriceSource[] = [
    PRICE_TYPE.sample,
    PRICE_TYPE.parameter,
    PRICE_TYPE.child,
    PRICE_TYPE.shared,
    PRICE_TYPE.script,
  ];
  const hasOnlyShared =
    rule.kind === 'alone' &&
    parameter.testParamPriceType === PRICE_TYPE.parameter &&
    parameter.tuTestParamPrice === rule.sharedPrice;
  return rule.kind === 'shares' || rule.kind === 'included' || hasOnlyShared
    ? PRICE_TYPE.shared
    : (types.find((type) => type === parameter.testParamPriceType) ?? PRICE_TYPE.parameter);
};

/** 费用明细 (DG-005): each sample with the lines of its fee, and the rule of each line. */
export const PriceDetailDialog = ({ consignId, onClose }: { consignId: string; onClose(): void }) => {
  const t = useTexts(texts);
  const detail = useQuery({
    ...queryOptionsOf(getBuSampleInfoParams, { id: consignId }),
    staleTime: 0,
    meta: { quiet: true },
  });
  const samples = detail.data ?? [];
  const visibleFees = samples.flatMap(({ totalFee: fee }) => (fee === null ? [] : [fee]));
  const fees = [
    ...visibleFees,
    ...samples.flatMap(({ buSampleInfoRefSampleInfo: materials }) =>
      materials.flatMap(({ totalFee: fee }) => fee ?? []),
    ),
  ];
  return (
    <AppDialog
      title={t('title')}
      width={800}
      canOutsideClickClose
      onClose={onClose}
      footer={
        <>
          {visibleFees.length > 0 && visibleFees.length === samples.length && (
            <>
              <span className="dense secondary">{t('total')}</span>
              <b className="numeric fee-sum">{moneyText(totalFee(fees))}</b>
              <span className="dense secondary">{t('yuan')}</span>
              <span className="aux muted only-wide">{t('note')}</span>
            </>
          )}
          <Button className="push" text={t('close')} onClick={onClose} />
        </>
      }
    >
      <LoadedRows
        query={detail}
        rows={detail.isError ? undefined : samples}
        skeletonRows={5}
        failedTitle={t('failed')}
        empty={<p className="secondary">{t('none')}</p>}
      >
        {() => (
          <div className="stack">
            {samples.map((sample, index) => (
              <SamplePrices key={`${sample.testUnitSampleId}-${index}`} sample={sample} number={index + 1} />
            ))}
          </div>
        )}
      </LoadedRows>
    </AppDialog>
  );
};

const SamplePrices = ({ sample, number }: { sample: PricedSample; number: number }) => {
  const t = useTexts(texts);
  const priced = priceLines(sample);
  const { totalFee: fee, testGroupCount: count, buSampleParam } = sample;
  const isOpen = buSampleParam.length === 0;
  return (
    <section className="price-sample">
      <header className="row">
        <b className="ellipsis">
          {number}　{sample.testUnitSampleName}
        </b>
        <span className="push dense secondary numeric nowrap">
          {isOpen ? (
            t('groups', { count })
          ) : fee !== null && priced ? (
            <>
              {moneyText(priced.sum)} {t('times', { count })} = <b>{moneyText(fee)}</b>
            </>
          ) : (
            <>
              {t('groups', { count })}
              {fee !== null && (
                <>
                  {'　'}
                  <b>{moneyText(fee)}</b>
                </>
              )}
            </>
          )}
        </span>
      </header>
      {isOpen ? (
        <p className="dense muted">{t('open')}</p>
      ) : !priced || fee === null ? (
        <p className="dense muted">{t('hidden')}</p>
      ) : (
        <table className="data-table" aria-label={sample.testUnitSampleName}>
          <colgroup>
            <col />
            <col style={{ width: 84 }} />
            <col style={{ width: 56 }} />
            <col style={{ width: 190 }} />
            <col style={{ width: 250 }} />
          </colgroup>
          <thead>
            <tr>
              <th>{t('parameter')}</th>
              <th className="right">{t('price')}</th>
              <th className="right">{t('count')}</th>
              <th className="right">{t('amount')}</th>
              <th>{t('rule')}</th>
            </tr>
          </thead>
          <tbody>
            {priced.lines.map((line, index) => (
              <Line key={`${line.parameter.tuTestParamName}-${index}`} line={line} />
            ))}
          </tbody>
        </table>
      )}
      {sample.buSampleInfoRefSampleInfo.length > 0 && <Materials materials={sample.buSampleInfoRefSampleInfo} />}
    </section>
  );
};

/** The own price of a parameter with a shared price is struck out instead of hidden. */
const Line = ({ line: { parameter, amount, rule } }: { line: PriceLine }) => {
  const t = useTexts(texts);
  const hasSharedPrice = rule.kind === 'shares' || rule.kind === 'included';
  const explanation = ruleText(parameter, rule, t);
  return (
    <tr>
      <td title={parameter.tuTestParamName}>{parameter.tuTestParamName}</td>
      <td className={`right${hasSharedPrice ? ' muted' : ''}`}>
        {hasSharedPrice ? (
          <s>
            <Money amount={parameter.tuTestParamPrice} />
          </s>
        ) : (
          <Money amount={parameter.tuTestParamPrice} />
        )}
      </td>
      <td className="right">{parameter.tuTestParamCount}</td>
      <td className={`right${amount === null ? ' muted' : ''}`}>
        {amount === null ? (
          t('included')
        ) : (
          <>
            {rule.kind === 'shares' && <>{t('shared', { qualifier: rule.qualifier })}　</>}
            <Money amount={amount} />
          </>
        )}
      </td>
      <td
        className="secondary aux whole price-rule"
        title={rule.kind === 'shares' ? rule.names.join(listSeparator()) : undefined}
      >
        <b>{t(`source.${priceSourceOf({ parameter, rule })}`)}</b>　{explanation}
      </td>
    </tr>
  );
};

const ruleText = (
  { tuTestParamPrice, tuTestParamCount: count, totalFee: ownFee }: PriceLine['parameter'],
  rule: PriceLine['rule'],
  t: ReturnType<typeof useTexts<keyof typeof texts.zh>>,
): string => {
  switch (rule.kind) {
    case 'own':
      return t('rule.own', { price: moneyText(tuTestParamPrice), count });
    case 'rounded':
      return t('rule.rounded', { count });
    case 'alone':
      return t('rule.alone', { qualifier: rule.qualifier, sharedPrice: moneyText(rule.sharedPrice) });
    case 'shares':
      return t('rule.shares', { qualifier: rule.qualifier, n: rule.names.length, own: moneyText(ownFee) });
    case 'included':
      return t('rule.included', { first: rule.first, own: moneyText(ownFee) });
  }
};

const Materials = ({ materials }: { materials: PricedSample['buSampleInfoRefSampleInfo'] }) => {
  const t = useTexts(texts);
  return (
    <div className="aux secondary price-materials">
      {t('materials', { count: materials.length })}
      <ul>
        {materials.map((material) => (
          <li key={material.id}>{materialText(material, t)}</li>
        ))}
      </ul>
    </div>
  );
};

/** The name of a raw material, its proof, and its testing cost. */
const materialText = (
  {
    sampleName,
    isTest,
    consignCode,
    reportFile,
    buSampleParam,
    testGroupCount: count,
    totalFee: fee,
  }: PricedSample['buSampleInfoRefSampleInfo'][number],
  t: ReturnType<typeof useTexts<keyof typeof texts.zh>>,
): string =>
  [
    sampleName,
    isTest ? t('tested') : '',
    buSampleParam.map(({ tuTestParamName }) => tuTestParamName).join(listSeparator()),
    consignCode && t('cited', { code: consignCode }),
    reportFile ? t('reported', { name: reportFile.name }) : '',
    fee === null ? '' : `${t('groups', { count })}　${moneyText(fee)} ${t('yuan')}`,
  ]
    .filter(Boolean)
    .join('　');
