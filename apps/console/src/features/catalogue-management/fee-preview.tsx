import { useId, useState } from 'react';
import { explainSampleFee, isPrice } from '#domain';
import { CountInput } from '../../components/number-input.js';
import { moneyText } from '../../components/money.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './form.texts.js';

const isWhole = (count: number | null): count is number => Number.isInteger(count);

/** What a client would pay for a parameter alone, for a count and groups that one types (PR-006, PR-010). */
export const FeePreview = ({ price }: { price: string }) => {
  const t = useTexts(texts);
  const id = useId();
  const [count, setCount] = useState<number | null>(1);
  const [groups, setGroups] = useState<number | null>(1);
  const typed = price.trim();
  const feeOf = (counted: number, grouped: number) =>
    explainSampleFee(
      [
        {
          tuTestParamId: '',
          tuTestParamName: '',
          tuTestParamPrice: typed,
          tuTestParamCount: counted,
          sharedPriceQualifier: '',
          sharedPrice: null,
        },
      ],
      grouped,
    ).testParamFee;
  return (
    <div className="field span-all fee-preview" role="group" aria-labelledby={`${id}-name`}>
      <span className="field-label" id={`${id}-name`}>
        {t('feePreview')}
      </span>
      <label className="row tight">
        {t('feeCount')}
        <CountInput min={1} max={10_000} value={count} onCount={setCount} />
      </label>
      <label className="row tight">
        {t('feeGroups')}
        <CountInput min={1} max={10_000} value={groups} onCount={setGroups} />
      </label>
      <output className="numeric">
        {isPrice(typed) && isWhole(count) && isWhole(groups)
          ? t('feeSum', { price: typed, count, groups, fee: moneyText(feeOf(count, groups)) })
          : '—'}
      </output>
      <span className="aux muted">{t('feeHint')}</span>
    </div>
  );
};
