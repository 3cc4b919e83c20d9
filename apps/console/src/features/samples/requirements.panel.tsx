import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getSampleRequirements, type OfferedParameter } from '#contract';
import { quantityTotals } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { nameOf } from './parameter-list.js';
import { plainText, RichText } from '../../components/rich-text.js';
import { texts } from './texts.js';

/** Follows a value that changes quickly, at most every 300 ms (001 PK-006). */
const useSettled = <Value,>(value: Value): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

const portionOf = (parameter: OfferedParameter) => ({
  testCount: parameter.testQuantity, sharedTestCount: parameter.shareTestQuantity, sharedTestCountName: parameter.shareTestQuantityIdent, sharedTestCountUnit: parameter.unitMeasure,
});
const said = (totals: ReturnType<typeof quantityTotals>): string => totals.map(({ quantity, unit }) => `${quantity} ${unit}`.trim()).join('、');

/** Below the table: receiving requirements, expected quantity, notes on script prices (SS-016, SS-017, SS-019). */
export const RequirementsPanel = ({ sampleId, sampleName, chosen, showsQuantity }: { sampleId: string; sampleName: string; chosen: readonly OfferedParameter[]; showsQuantity: boolean }) => {
  const t = useTexts(texts);
  const [open, setOpen] = useState<'requirements' | 'quantity' | null>(null);
  const [picture, setPicture] = useState<{ src: string; alt: string } | null>(null);
  const paramIds = useSettled(chosen.map(({ id }) => id).join(','));
  const requirements = useQuery({ ...readOf(getSampleRequirements, { sampleId, paramIds }), placeholderData: (before) => before, meta: { quiet: true }, staleTime: 60_000 });
  const pieces = requirements.data ?? [];
  const summary = pieces.map((piece) => plainText(piece.defaultSampleDescription).split('\n').join('；')).join('；');
  const quantity = said(quantityTotals(chosen.map(portionOf)));
  const scripts = chosen.flatMap((parameter) => parameter.prices.filter(({ type, scriptDescription }) => type === 4 && scriptDescription).map(({ scriptDescription }) => t('scriptNote', { name: nameOf(parameter), text: scriptDescription })));

  return (
    <div className="requirements">
      {scripts.length > 0 && <div className="requirements__line"><span className="ellipsis secondary" title={scripts.join('\n')}>{scripts.join('　')}</span></div>}
      <div className="requirements__line">
        <b>{t('requirements')}</b>
        <span className="ellipsis secondary" title={summary}>{requirements.isError ? t('requirementsFailed') : summary || t('noRequirements')}</span>
        {pieces.length > 0 && <Button size="small" variant="minimal" intent="primary" text={t('allRequirements')} onClick={() => setOpen('requirements')} />}
      </div>
      {showsQuantity && (
        <div className="requirements__line">
          <b>{t('expectedQuantity')}</b>
          <span className="secondary numeric">{quantity || '—'}</span>
          {quantity && <Button size="small" variant="minimal" intent="primary" text={t('quantityDetail')} onClick={() => setOpen('quantity')} />}
        </div>
      )}
      {open === 'requirements' && (
        <AppDialog title={t('requirementsOf', { name: sampleName })} width={800} canOutsideClickClose onClose={() => { setOpen(null); setPicture(null); }} footer={<Button className="push" text={t('close')} onClick={() => setOpen(null)} />}>
          {picture ? (
            <figure className="picture-viewer"><img src={picture.src} alt={picture.alt} /><figcaption><span>{picture.alt}</span><Button text={t('requirements')} onClick={() => setPicture(null)} /></figcaption></figure>
          ) : <div className="stack">{pieces.map((piece) => <RichText key={piece.id} html={piece.defaultSampleDescription} onPicture={setPicture} />)}</div>}
        </AppDialog>
      )}
      {open === 'quantity' && (
        <AppDialog title={t('expectedQuantity')} width={550} canOutsideClickClose onClose={() => setOpen(null)} footer={<><b className="numeric">{quantity}</b><Button className="push" text={t('close')} onClick={() => setOpen(null)} /></>}>
          <dl className="quantity-detail">
            {chosen.map((parameter) => <div key={parameter.id}><dt>{nameOf(parameter)}</dt><dd className="numeric">{parameter.testQuantity ?? '—'} {parameter.unitMeasure}{parameter.shareTestQuantity !== null && parameter.shareTestQuantityIdent && <span className="muted">　{parameter.shareTestQuantityIdent} {parameter.shareTestQuantity} {parameter.unitMeasure}</span>}</dd></div>)}
          </dl>
        </AppDialog>
      )}
    </div>
  );
};
