import { Button } from '@blueprintjs/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SampleView } from '#contract';
import {
  type JoinedProperty,
  openingRows,
  previewOf,
  propertiesFromRows,
  specificationModeOf,
  specificationOf,
  type SpecificationProperty,
  valueSet,
} from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { logDuplicates } from './specification-log.js';
import { SpecificationRow } from './specification-row.js';
import './specification.css';
import { texts } from './texts.js';
import { useKeepRule, useSpecificationRule } from './use-specification-rule.js';

/** What the dialog reads of a sample form, and what it changes. */
export type Specified = Pick<SampleView, 'specificationType' | 'specificationBuildMethod' | 'buSamplePropertyInfo'>;

type Props = {
  /** Of the catalogue. */
  sampleId: string;
  /** Of the consignment. */
  buSampleInfoId: string;
  testUnitId: string | null;
  specified: Specified;
  onClose(): void;
  onSet(specified: Specified): void;
};

/** 设置规格型号: the parts of a specification with a preview of the text (001 SPM-001 to SPM-009). */
export const SpecificationDialog = ({ sampleId, buSampleInfoId, testUnitId, specified, onClose, onSet }: Props) => {
  const t = useTexts(texts);
  const labels = { connector: t('connector'), custom: t('custom'), model: t('specificationModel') };
  const mode = specificationModeOf(specified);
  const rule = useSpecificationRule({ sampleId, testUnitId }, mode === 'add');
  const keepRule = useKeepRule({ sampleId, testUnitId });
  const [edited, setEdited] = useState<SpecificationProperty[] | null>(null);
  const properties: readonly JoinedProperty[] = specified.buSamplePropertyInfo;
  const rows = edited ?? openingRows({ buSampleInfoId, ...specified, properties, rule: rule.parts, labels }, mode);
  const preview = previewOf(rows);
  const log = useEffectEvent(() => logDuplicates(sampleId, rows));
  useEffect(() => {
    if (!rule.isPending) log();
  }, [rule.isPending]);

  const set = () => {
    if (rule.isPending) return;
    onSet({ ...specificationOf(rows), buSamplePropertyInfo: propertiesFromRows(specified.buSamplePropertyInfo, rows) });
    void keepRule(rows);
    onClose();
  };
  return (
    <AppDialog
      title={t('specificationTitle')}
      width={550}
      canEscapeKeyClose={false}
      onClose={onClose}
      onConfirm={set}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('useSpecification')} disabled={rule.isPending} onClick={set} />
        </>
      }
    >
      {rule.isPending ? (
        <LoadingRows rows={3} />
      ) : (
        <div className="stack">
          <div className="specification-parts">
            {rows.map((row, place) => (
              <SpecificationRow
                key={`${row.testSamplePropertyId ?? 'own'}-${place}`}
                row={row}
                place={place}
                last={place === rows.length - 1}
                labels={labels}
                onChange={(value) => setEdited(valueSet(rows, place, value))}
                onRows={(change) => setEdited(change(rows))}
              />
            ))}
          </div>
          <output className="specification-preview" aria-live="polite">
            <span className="aux muted">{t('specificationPreview')}</span>
            <span className="specification-preview__text">
              {preview || <span className="muted">{t('emptySpecification')}</span>}
            </span>
          </output>
          {rule.example && <p className="aux muted">{t('example', { text: rule.example })}</p>}
        </div>
      )}
    </AppDialog>
  );
};
