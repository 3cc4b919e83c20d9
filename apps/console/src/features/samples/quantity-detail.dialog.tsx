import { Button } from '@blueprintjs/core';
import type { OfferedParameter } from '#contract';
import { type PortionRow, type QuantityPart, quantityParts, quantityTotals } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { nameOf } from './parameter-list.js';
import { texts as more } from './selection.texts.js';
import { texts } from './texts.js';

type Portion = PortionRow & { id: string; name: string };

/** What the chosen parameters need of the sample. */
export const portionsOf = (chosen: readonly OfferedParameter[]): Portion[] =>
  chosen.map((parameter) => ({
    id: parameter.id,
    name: nameOf(parameter),
    testCount: parameter.testQuantity,
    sharedTestCount: parameter.shareTestQuantity,
    sharedTestCountName: parameter.shareTestQuantityIdent,
    sharedTestCountUnit: parameter.unitMeasure,
  }));

export const totalsText = (portions: readonly PortionRow[], comma: string): string =>
  quantityTotals(portions)
    .map(({ quantity, unit }) => `${quantity} ${unit}`.trim())
    .join(comma);

/** 预计用量 · 明细: what each parameter needs, and what several take from one portion (SS-019, PR-012). */
export const QuantityDetailDialog = ({ portions, onClose }: { portions: readonly Portion[]; onClose(): void }) => {
  const t = useTexts(texts);
  const say = useTexts(more);
  const amount = ({ quantity, unit }: QuantityPart<Portion>) =>
    quantity === null ? <span className="muted">{say('noQuantity')}</span> : `${quantity} ${unit}`.trim();
  return (
    <AppDialog
      title={t('expectedQuantity')}
      width={550}
      canOutsideClickClose
      onClose={onClose}
      footer={
        <>
          <span className="dense secondary">{say('totalQuantity')}</span>
          <b className="numeric">{totalsText(portions, say('listComma'))}</b>
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
                  {say('portionOf', { name: part.portion, count: part.rows.length })}
                  <span className="aux muted quantity-detail__members">
                    {part.rows.map(({ name }) => name).join(say('listComma'))}
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
