import { Button, InputGroup } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Plus, Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getConcatRules } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { addedAfter, buildMethodOf, CONNECTOR, deleted, moved, previewOf, type SpecificationRow, startingRows, valueSet } from './specification-parts.js';
import { texts } from './texts.js';

type Props = { sampleId: string; specificationType: string; specificationBuildMethod: string; onClose(): void; onSet(specification: { specificationType: string; specificationBuildMethod: string }): void };

/** One part: its label, its value with suggestions, and what can be done with it. */
const PartRow = ({ row, place, last, onChange, onRows }: { row: SpecificationRow; place: number; last: boolean; onChange(value: string): void; onRows(change: (rows: readonly SpecificationRow[]) => SpecificationRow[]): void }) => {
  const t = useTexts(texts);
  const id = useId();
  const name = row.infoType === CONNECTOR ? t('connector') : row.testSamplePropertyDisplayName || t('custom');
  const suggestions = [...new Set([...row.listValue, ...row.inputHistory])];
  return (
    <div className="specification-part">
      <label htmlFor={id} className="ellipsis" title={name}>{name}{row.unit && <span className="aux muted">（{row.unit}）</span>}</label>
      <InputGroup id={id} list={`${id}-list`} value={row.value} disabled={row.infoType === CONNECTOR} placeholder={t('specificationPlaceholder')} onChange={(event) => onChange(event.currentTarget.value)} />
      <datalist id={`${id}-list`}>{suggestions.map((suggestion) => <option key={suggestion} value={suggestion}>{suggestion}</option>)}</datalist>
      <span className="row tight">
        <Button size="small" variant="minimal" icon={<Plus />} aria-label={t('addAfter', { name })} title={t('addAfter', { name })} onClick={() => onRows((rows) => addedAfter(rows, place, t('custom')))} />
        {place > 0 && <Button size="small" variant="minimal" icon={<ArrowUp />} aria-label={t('moveUp', { name })} title={t('moveUp', { name })} onClick={() => onRows((rows) => moved(rows, place, -1))} />}
        {!last && <Button size="small" variant="minimal" icon={<ArrowDown />} aria-label={t('moveDown', { name })} title={t('moveDown', { name })} onClick={() => onRows((rows) => moved(rows, place, 1))} />}
        {row.deleteAble && <Button size="small" variant="minimal" icon={<Trash />} aria-label={t('deletePart', { name })} title={t('deletePart', { name })} onClick={() => onRows((rows) => deleted(rows, place, t('specificationModel')))} />}
      </span>
    </div>
  );
};

/** 设置规格型号: the parts of the unit's rule with a preview of the text (001 SPM-001 to SPM-005, SPM-008). */
export const SpecificationDialog = ({ sampleId, specificationType, specificationBuildMethod, onClose, onSet }: Props) => {
  const t = useTexts(texts);
  const rules = useQuery({ ...readOf(getConcatRules, { sampleId }), meta: { quiet: true }, staleTime: 60_000 });
  const [edited, setEdited] = useState<SpecificationRow[] | null>(null);
  const rule = rules.data?.[0];
  const rows = edited ?? startingRows(specificationBuildMethod, rule, specificationType, t('specificationModel'));
  const preview = previewOf(rows);
  const set = () => {
    onSet({ specificationType: preview, specificationBuildMethod: buildMethodOf(rows) });
    onClose();
  };
  return (
    <AppDialog
      title={t('specificationTitle')} width={550} canEscapeKeyClose={false} onClose={onClose} onConfirm={set}
      footer={<><Button className="push" text={t('cancel')} onClick={onClose} /><Button intent="primary" text={t('useSpecification')} onClick={set} /></>}
    >
      {rules.isPending ? <LoadingRows rows={3} /> : (
        <div className="stack">
          {rows.map((row, place) => <PartRow key={`${row.testSamplePropertyId ?? 'own'}-${place}`} row={row} place={place} last={place === rows.length - 1} onChange={(value) => setEdited(valueSet(rows, place, value))} onRows={(change) => setEdited(change(rows))} />)}
          <output className="specification-preview" aria-live="polite"><span className="aux muted">{t('specificationPreview')}</span><span>{preview || <span className="muted">{t('emptySpecification')}</span>}</span></output>
          {rule?.example && <p className="aux muted">{t('example', { text: rule.example })}</p>}
        </div>
      )}
    </AppDialog>
  );
};
