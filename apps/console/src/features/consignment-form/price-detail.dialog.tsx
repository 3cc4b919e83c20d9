import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getBuSampleInfoParams } from '#contract';
import { explainSampleFee, totalFee } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { Money, moneyText } from '../../components/money.js';
import { Failed, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** 费用明细 (DG-005): each sample with the lines its fee is made of; what a shared price covers is said, not hidden. */
export const PriceDetailDialog = ({ consignId, onClose }: { consignId: string; onClose(): void }) => {
  const t = useTexts(texts);
  const detail = useQuery({ ...readOf(getBuSampleInfoParams, { id: consignId }), staleTime: 0, meta: { quiet: true } });
  const samples = detail.data ?? [];
  const fees = samples.flatMap(({ totalFee: fee }) => (fee === null ? [] : [fee]));
  return (
    <AppDialog
      title={t('priceDetail')} width={800} canOutsideClickClose onClose={onClose}
      footer={<>
        {fees.length > 0 && fees.length === samples.length && <><span className="dense secondary">{t('total')}</span><b className="numeric fee-sum">{moneyText(totalFee(fees))}</b><span className="dense secondary">{t('yuan')}</span></>}
        <Button className="push" text={t('close')} onClick={onClose} />
      </>}
    >
      {detail.isPending ? <LoadingRows rows={5} /> : detail.isError ? <Failed title={t('priceFailed')} error={detail.error} onRetry={() => void detail.refetch()} /> : samples.length === 0 ? <p className="secondary">{t('noPriceDetail')}</p> : (
        <div className="stack">
          {samples.map((sample, place) => {
            const hidden = sample.totalFee === null || sample.buSampleParam.some(({ tuTestParamPrice }) => tuTestParamPrice === null);
            const fee = hidden ? null : explainSampleFee(sample.buSampleParam.map((row) => ({ ...row, tuTestParamPrice: row.tuTestParamPrice ?? '0' })), sample.testGroupCount);
            return (
              <section key={`${sample.testUnitSampleId}-${place}`} className="price-sample">
                <header className="row"><b className="ellipsis">{place + 1}　{sample.testUnitSampleName}</b>{fee && <span className="push dense secondary numeric nowrap">{moneyText(fee.sum)} {t('groupsTimes', { count: sample.testGroupCount })} = <b>{moneyText(fee.testParamFee)}</b></span>}</header>
                {fee ? (
                  <table className="data-table" aria-label={sample.testUnitSampleName}>
                    <colgroup><col /><col style={{ width: 116 }} /><col style={{ width: 72 }} /><col style={{ width: 200 }} /></colgroup>
                    <thead><tr><th>{t('parameters')}</th><th className="right">{t('unitPrice')}</th><th className="right">{t('count')}</th><th className="right">{t('amount')}</th></tr></thead>
                    <tbody>
                      {sample.buSampleParam.map((row) => {
                        const group = fee.lines.find((line) => line.kind === 'shared' && line.names.includes(row.tuTestParamName) && line.qualifier === row.sharedPriceQualifier);
                        const first = group?.kind === 'shared' && group.names[0] === row.tuTestParamName;
                        return (
                          <tr key={row.tuTestParamName}>
                            <td title={row.tuTestParamName}>{row.tuTestParamName}</td>
                            <td className={`right${group ? ' muted' : ''}`}>{group ? <s><Money amount={row.tuTestParamPrice} /></s> : <Money amount={row.tuTestParamPrice} />}</td>
                            <td className="right">{row.tuTestParamCount}</td>
                            <td className={`right${group && !first ? ' muted' : ''}`} title={group?.kind === 'shared' ? t('sharedOnce', { names: group.names.join('、') }) : undefined}>{group ? (first ? <>{row.sharedPriceQualifier} {t('sharedPrice')}　<Money amount={group.amount} /></> : t('sameGroup')) : <Money amount={row.totalFee} />}</td>
                          </tr>
                        );
                      })}
                    </tbody>
                  </table>
                ) : <p className="dense muted">{t('pricesHidden')}</p>}
                {sample.buSampleInfoRefSampleInfo.length > 0 && <p className="aux secondary">{t('linkedMaterials', { count: sample.buSampleInfoRefSampleInfo.length })}</p>}
              </section>
            );
          })}
        </div>
      )}
    </AppDialog>
  );
};
