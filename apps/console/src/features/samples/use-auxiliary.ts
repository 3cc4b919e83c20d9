import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { getCustomPropertyConsign, getOtherInfo } from '#contract';
import { isUntouched, mergedProperties, silentSpecification, withDefaults } from '#domain';
import type { SampleProperty } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import type { SampleFields } from './sample-draft.js';
import { texts } from './texts.js';
import { useSettled } from './use-settled.js';

type Fields = Pick<SampleFields, 'buSamplePropertyInfo' | 'specificationType' | 'specificationBuildMethod'>;
type Given = {
  sample: { id: string; testUnitSampleId: string };
  testUnitId: string | null;
  parameterIds: readonly string[];
  fields: Fields;
  isLeftToLab: boolean;
  enabled: boolean;
  /** Puts in what nobody typed. */
  fill(part: Partial<Fields>): void;
};

/**
 * Keeps the form's auxiliary properties those that the catalogue has for the sample and its parameters (AUX-010), starts a new
 * sample with the unit's defaults (AUX-011), and its specification with the values that are there already (SPM-010).
 */
export const useAuxiliary = ({ sample, testUnitId, parameterIds, fields, isLeftToLab, enabled, fill }: Given): void => {
  const t = useTexts(texts);
  const [opened] = useState(fields.buSamplePropertyInfo);
  const paramIds = useSettled(parameterIds.join(','));
  const scope = testUnitId === null ? {} : { testUnitId };
  const other = useQuery({ ...readOf(getOtherInfo, { sampleId: sample.testUnitSampleId, paramIds, ...scope }), enabled, placeholderData: keepPreviousData, staleTime: 60_000 });
  const presets = useQuery({ ...readOf(getCustomPropertyConsign, scope), enabled, meta: { quiet: true }, retry: false, staleTime: 300_000 });
  const offered = other.isPlaceholderData ? undefined : other.data?.properties;

  const settle = useEffectEvent((properties: readonly SampleProperty[]) => {
    const merged = mergedProperties(fields.buSamplePropertyInfo, properties);
    const buSamplePropertyInfo = isUntouched(opened, properties) && !isLeftToLab ? withDefaults(merged, presets.data ?? []) : merged;
    const specification = isLeftToLab ? null : silentSpecification({ buSampleInfoId: sample.id, ...fields, properties: buSamplePropertyInfo, rule: other.data?.specificationParts ?? [], labels: { connector: t('connector'), custom: t('custom'), model: t('specificationModel') } });
    if (specification || JSON.stringify(buSamplePropertyInfo) !== JSON.stringify(fields.buSamplePropertyInfo)) fill({ buSamplePropertyInfo, ...specification });
  });
  const presetsKnown = !presets.isPending;
  useEffect(() => {
    if (enabled && offered && presetsKnown) settle(offered.map(({ special: _special, ...property }) => property));
  }, [enabled, offered, presetsKnown]);
};
