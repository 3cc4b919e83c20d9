import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getBuSampleInfoParams } from '#contract';
import { totalFee } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { Money, moneyText } from '../../components/money.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { type PricedSample, type PriceLine, priceLines, sourceOf } from './price-lines.js';
import { texts } from './price-detail.texts.js';
import { comma } from '../../i18n/comma.js';

/** 费用明细 (DG-005): each sample with the lines its fee is made of, and the rule behind each line. */
export const PriceDetailDialog = ({ consignId, onClose }: { consignId: string; onClose(): void }) => {
  const t = useTexts(texts);
  const detail = useQuery({ ...readOf(getBuSampleInfoParams, { id: consignId }), staleTime: 0, meta: { quiet: true } });
  const samples = detail.data ?? [];
  const shown = samples.flatMap(({ totalFee: fee }) => (fee === null ? [] : [fee]));
  const fees = [
    ...shown,
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
          {shown.length > 0 && shown.length === samples.length && (
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
      {detail.isPending ? (
        <LoadingRows rows={5} />
      ) : detail.isError ? (
        <Failed title={t('failed')} error={detail.error} onRetry={() => void detail.refetch()} />
      ) : samples.length === 0 ? (
        <p className="secondary">{t('none')}</p>
      ) : (
        <div className="stack">
          {samples.map((sample, place) => (
            <SamplePrices key={`${sample.testUnitSampleId}-${place}`} sample={sample} number={place + 1} />
          ))}
        </div>
      )}
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
            {priced.lines.map((line, place) => (
              <Line key={`${line.parameter.tuTestParamName}-${place}`} line={line} />
            ))}
          </tbody>
        </table>
      )}
      {sample.buSampleInfoRefSampleInfo.length > 0 && <Materials materials={sample.buSampleInfoRefSampleInfo} />}
    </section>
  );
};

/** What a shared price covers is said, not hidden: the price of its own is struck out. */
const Line = ({ line: { parameter, amount, rule } }: { line: PriceLine }) => {
  const t = useTexts(texts);
  const inGroup = rule.kind === 'shares' || rule.kind === 'included';
  const why = ruleText(parameter, rule, t);
  return (
    <tr>
      <td title={parameter.tuTestParamName}>{parameter.tuTestParamName}</td>
      <td className={`right${inGroup ? ' muted' : ''}`}>
        {inGroup ? (
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
        title={rule.kind === 'shares' ? rule.names.join(comma()) : undefined}
      >
        <b>{t(`source.${sourceOf({ parameter, rule })}`)}</b>　{why}
      </td>
    </tr>
  );
};

const ruleText = (
  { tuTestParamPrice, tuTestParamCount: count, totalFee: own }: PriceLine['parameter'],
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
      return t('rule.shares', { qualifier: rule.qualifier, n: rule.names.length, own: moneyText(own) });
    case 'included':
      return t('rule.included', { first: rule.first, own: moneyText(own) });
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

/** What a raw material is, how it is vouched for, and what testing it costs. */
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
    buSampleParam.map(({ tuTestParamName }) => tuTestParamName).join(comma()),
    consignCode && t('cited', { code: consignCode }),
    reportFile ? t('reported', { name: reportFile.name }) : '',
    fee === null ? '' : `${t('groups', { count })}　${moneyText(fee)} ${t('yuan')}`,
  ]
    .filter(Boolean)
    .join('　');
