import { Button, PopoverNext, Tag } from '@blueprintjs/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { estimateSample, type OfferedParameter } from '#contract';
import {
  type FeeLine,
  type PortionRow,
  priceRuleOf,
  type QuantityPart,
  quantityParts,
  quantityTotals,
} from '#domain/sample';
import { AppDialog } from '../../components/app-dialog.js';
import { Money, moneyText } from '../../components/money.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { isFlagOn, type SampleFormContext } from '../selection/offer.js';
import { effectiveCount, parameterName, type Selection } from '../selection/selection.js';
import { texts as selectionTexts } from '../selection/selection.texts.js';
import { texts } from './texts.js';

/** Order in which the price kinds are listed (001 SS-014): script, shared, sample, parameter, custom child. */
const KINDS = [4, 3, 0, 1, 2] as const;

const PriceExplanation = ({
  parameter,
  group,
  members,
}: {
  parameter: OfferedParameter;
  group: SharedLine | null;
  members: readonly OfferedParameter[];
}) => {
  const t = useTexts(texts);
  const selectionText = useTexts(selectionTexts);
  const rule = priceRuleOf(parameter);
  const kinds = KINDS.flatMap((kind) =>
    parameter.prices
      .filter((price) => price.type === kind)
      .map((price, index) => ({ ...price, kind, key: `${kind}-${index}` })),
  );
  return (
    <div className="price-explanation">
      <div className="strong">
        {parameterName(parameter)} · {t('priceKinds')}
      </div>
      {kinds.map(({ key, kind, qualifier, scriptDescription, price }) => (
        <div key={key} className="price-line">
          <span>
            {t(`price.${kind}`)}
            {qualifier && ` ${qualifier}`}
            {scriptDescription && ` ${scriptDescription}`}
          </span>
          <span className="numeric">{moneyText(price)}</span>
        </div>
      ))}
      {kinds.length === 0 && (
        <div className="price-line">
          <span>{t('noPrice')}</span>
          <span className="numeric">0.00</span>
        </div>
      )}
      <div className="price-line price-line--rule">
        <span className="muted">{selectionText('priceRule')}</span>
        <span className="secondary">{selectionText(`rule.${rule}`)}</span>
      </div>
      {parameter.sharedPrice && (
        <>
          <div className="strong price-explanation__shared">
            {t('sharedTitle', { name: parameter.sharedPriceQualifier })}
          </div>
          <div className="secondary">{t('sharedText')}</div>
          {group &&
            members.map((member) => (
              <div key={member.id} className="price-line">
                <span>{parameterName(member)}</span>
                <s className="numeric muted">{moneyText(member.tuTestParamPrice ?? '0')}</s>
              </div>
            ))}
          <div className="price-line price-line--sum">
            <span>{t('sharedSum')}</span>
            <b className="numeric">{moneyText(parameter.sharedPrice)}</b>
          </div>
          <div className="muted">{t('sharedAlone')}</div>
        </>
      )}
    </div>
  );
};

type SharedLine = Extract<FeeLine, { kind: 'shared' }>;

/** Unit price with the tag of its shared group; hovering or pressing it lists the price kinds (SS-014). */
export const PriceCell = ({
  parameter,
  chosenParameters,
  lines,
}: {
  parameter: OfferedParameter;
  chosenParameters: readonly OfferedParameter[];
  lines: readonly FeeLine[];
}) => {
  const t = useTexts(texts);
  if (parameter.tuTestParamPrice === null) return <span className="nothing">—</span>;
  const isShared = parameter.sharedPrice !== null && parameter.sharedPriceQualifier !== '';
  const members = isShared
    ? chosenParameters.filter(
        (other) =>
          other.sharedPriceQualifier === parameter.sharedPriceQualifier && other.sharedPrice === parameter.sharedPrice,
      )
    : [];
  const group = members.includes(parameter)
    ? (lines.find((line): line is SharedLine => line.kind === 'shared' && line.ids.includes(parameter.id)) ?? null)
    : null;
  return (
    <span className="price-cell">
      {isShared && (
        <Tag minimal className={`shared-tag${group ? ' active' : ''}`}>
          {t('shared', { name: parameter.sharedPriceQualifier.replace(/试验$/, '') })}
        </Tag>
      )}
      <PopoverNext
        interactionKind="hover"
        placement="left"
        animation="minimal"
        hoverOpenDelay={200}
        content={<PriceExplanation parameter={parameter} group={group} members={members} />}
      >
        <button
          type="button"
          className="price-button numeric"
          aria-label={`${t('priceKinds')} ${moneyText(parameter.tuTestParamPrice)}`}
        >
          <Money amount={parameter.tuTestParamPrice} />
        </button>
      </PopoverNext>
    </span>
  );
};

type Portion = PortionRow & { id: string; name: string };

/** The quantity that the chosen parameters need of the sample. */
export const samplePortions = (parameters: readonly OfferedParameter[]): Portion[] =>
  parameters.map((parameter) => ({
    id: parameter.id,
    name: parameterName(parameter),
    testCount: parameter.testQuantity,
    sharedTestCount: parameter.shareTestQuantity,
    sharedTestCountName: parameter.shareTestQuantityIdent,
    sharedTestCountUnit: parameter.unitMeasure,
  }));

export const portionTotalsText = (portions: readonly PortionRow[], comma: string): string =>
  quantityTotals(portions)
    .map(({ quantity, unit }) => `${quantity} ${unit}`.trim())
    .join(comma);

/** 预计用量 · 明细: the quantity of each parameter, and those that share one portion (SS-019, PR-012). */
export const QuantityDetailDialog = ({ portions, onClose }: { portions: readonly Portion[]; onClose(): void }) => {
  const t = useTexts(texts);
  const selectionText = useTexts(selectionTexts);
  const amount = ({ quantity, unit }: QuantityPart<Portion>) =>
    quantity === null ? <span className="muted">{selectionText('noQuantity')}</span> : `${quantity} ${unit}`.trim();
  return (
    <AppDialog
      title={t('expectedQuantity')}
      width={550}
      canOutsideClickClose
      onClose={onClose}
      footer={
        <>
          <span className="dense secondary">{selectionText('totalQuantity')}</span>
          <b className="numeric">{portionTotalsText(portions, selectionText('listComma'))}</b>
          <Button className="push" text={t('close')} onClick={onClose} />
        </>
      }
    >
      <dl className="quantity-detail">
        {quantityParts(portions).map((part) => (
          <div key={part.rows[0].id}>
            <dt>
              {part.shared ? (
                <>
                  {selectionText('portionOf', { name: part.portion, count: part.rows.length })}
                  <span className="aux muted quantity-detail__members">
                    {part.rows.map(({ name }) => name).join(selectionText('listComma'))}
                  </span>
                </>
              ) : (
                part.rows[0].name
              )}
            </dt>
            <dd className="numeric nowrap">{amount(part)}</dd>
          </div>
        ))}
      </dl>
    </AppDialog>
  );
};

/** 001 PK-006: what depends on the chosen parameters is requested after a pause in choosing. */
const PAUSE_MS = 300;

/** A value that has not changed for a moment. */
export const useDebouncedValue = <Value,>(value: Value): Value => {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debouncedValue;
};

/**
 * The cost of the choice if the unit hides its prices but not the estimate, so that only the server can compute the sum
 * (PR-014). Null: not loaded yet, hidden, nothing chosen, or `pricesHidden` is false and the console computes the sum.
 */
export const useEstimate = (
  host: SampleFormContext,
  sampleId: string | null,
  selection: Selection,
  testGroupCount: number,
  pricesHidden: boolean,
): string | null => {
  const enabled =
    pricesHidden &&
    sampleId !== null &&
    !selection.isLeftToLab &&
    selection.chosen.size > 0 &&
    !isFlagOn(host.testUnitConfig, 'IsConsignHideEstimatedCost');
  const query = useMemo(
    () => ({
      consignId: host.consignId,
      testUnitSampleId: sampleId ?? '',
      testGroupCount,
      tuSampleParamIds: [...selection.chosen].map(([tuTestParamId, { count }]) => ({
        tuTestParamId,
        tuTestParamCount: effectiveCount({ count }),
      })),
    }),
    [host.consignId, sampleId, testGroupCount, selection.chosen],
  );
  const body = useDebouncedValue(query);
  const isOfThisSample = body.testUnitSampleId === sampleId;
  const estimate = useQuery({
    queryKey: [estimateSample.name, body],
    queryFn: ({ signal }) => callOperation(estimateSample, { body, signal }),
    enabled: enabled && isOfThisSample && body.tuSampleParamIds.length > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return enabled && isOfThisSample ? (estimate.data?.testParamFee ?? null) : null;
};
