import { Checkbox } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import type { WorkbookReport } from '#contract';
import { orNothing } from '../../components/data-table.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';

type Props = { prices: WorkbookReport['emptiedPrices']; isConfirmed: boolean; onConfirm(is: boolean): void };

/** Prices that a workbook takes away or sets to 0, each to be looked at: the import waits until somebody says so. */
export const EmptiedPrices = ({ prices, isConfirmed, onConfirm }: Props) => {
  const t = useTexts(texts);
  return (
    <>
      <div className="note warning" role="alert">
        <WarningSign size={14} />
        <span>
          <strong>{t('emptiedPrices', { n: prices.length })}</strong> {t('emptiedHint')}
        </span>
      </div>
      <div className="workbook-problems" role="region" aria-label={t('emptiedList')}>
        <table className="data-table" aria-label={t('emptiedList')}>
          <colgroup>
            <col style={{ width: '32%' }} />
            <col style={{ width: '32%' }} />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th>{t('emptiedParameter')}</th>
              <th>{t('field')}</th>
              <th>{t('before')}</th>
              <th>{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {prices.map(({ sampleId, sampleName, testParamCode, paramName, member, old, now }) => (
              <tr key={`${sampleId}/${testParamCode}/${member}`}>
                <td>
                  <span className="numeric">{testParamCode}</span> {paramName}
                </td>
                <td className="secondary">
                  {sampleName} · {t(member)}
                </td>
                <td className="numeric">{orNothing(old)}</td>
                <td className="numeric">{orNothing(now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Checkbox
        checked={isConfirmed}
        label={t('confirmEmptied')}
        onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
      />
    </>
  );
};
