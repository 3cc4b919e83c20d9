import { PopoverNext, Tag } from '@blueprintjs/core';
import type { OfferedParameter } from '#contract';
import { type FeeLine, priceRuleOf } from '#domain';
import { Money, moneyText } from '../../components/money.js';
import { useTexts } from '../../i18n/texts.js';
import { nameOf } from './parameter-list.js';
import { texts as more } from './selection.texts.js';
import { texts } from './texts.js';

/** Order in which the price kinds are told (001 SS-014): script, shared, sample, parameter, custom child. */
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
  const say = useTexts(more);
  const rule = priceRuleOf(parameter);
  const kinds = KINDS.flatMap((kind) =>
    parameter.prices
      .filter((price) => price.type === kind)
      .map((price, index) => ({ ...price, kind, key: `${kind}-${index}` })),
  );
  return (
    <div className="price-explanation">
      <div className="strong">
        {nameOf(parameter)} · {t('priceKinds')}
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
        <span className="muted">{say('priceRule')}</span>
        <span className="secondary">{say(`rule.${rule}`)}</span>
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
                <span>{nameOf(member)}</span>
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

/** Unit price with the tag of its shared group; hovering or pressing it tells the price kinds (SS-014). */
export const PriceCell = ({
  parameter,
  chosen,
  lines,
}: {
  parameter: OfferedParameter;
  chosen: readonly OfferedParameter[];
  lines: readonly FeeLine[];
}) => {
  const t = useTexts(texts);
  if (parameter.tuTestParamPrice === null) return <span className="nothing">—</span>;
  const shared = parameter.sharedPrice !== null && parameter.sharedPriceQualifier !== '';
  const members = shared
    ? chosen.filter(
        (other) =>
          other.sharedPriceQualifier === parameter.sharedPriceQualifier && other.sharedPrice === parameter.sharedPrice,
      )
    : [];
  const group = members.includes(parameter)
    ? (lines.find((line): line is SharedLine => line.kind === 'shared' && line.ids.includes(parameter.id)) ?? null)
    : null;
  return (
    <span className="price-cell">
      {shared && (
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
