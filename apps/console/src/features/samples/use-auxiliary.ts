import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { getCustomPropertyConsign, getOtherInfo, type SampleView } from '#contract';
import { mergedProperties, silentSpecification, withDefaults } from '#domain';
import type { SampleProperty } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { unitReadOf } from '../../lib/pre-service.js';
import type { SampleFields } from './sample-draft.js';
import { texts } from './texts.js';
import { useSettled } from './use-settled.js';

const keyOf = ({ testSamplePropertyId, testSamplePropertySystemName }: SampleProperty): string =>
  testSamplePropertyId ?? testSamplePropertySystemName;

type Fields = Pick<SampleFields, 'buSamplePropertyInfo' | 'specificationType' | 'specificationBuildMethod'>;
type Given = {
  sample: Pick<SampleView, 'id' | 'testUnitSampleId' | 'isNew' | 'isTestUnitConfirmTestParam' | 'tuSampleParamIds'>;
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
  // What was left to the institution was emptied by that, not by anybody's hand: once it is determined it starts like a new one.
  const startsAfresh = sample.isNew || (sample.isTestUnitConfirmTestParam && sample.tuSampleParamIds.length === 0);
  /** Properties that have had their default: one that is emptied afterwards stays empty. */
  const started = useRef<ReadonlySet<string>>(new Set());
  const paramIds = useSettled(parameterIds.join(','));
  const scope = testUnitId === null ? {} : { testUnitId };
  const other = useQuery({
    ...unitReadOf(getOtherInfo, { sampleId: sample.testUnitSampleId, paramIds, ...scope }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const presets = useQuery({
    ...unitReadOf(getCustomPropertyConsign, scope),
    enabled,
    meta: { quiet: true },
    retry: false,
    staleTime: 300_000,
  });
  const offered = other.isPlaceholderData ? undefined : other.data?.properties;

  const settle = useEffectEvent((properties: readonly SampleProperty[]) => {
    const merged = mergedProperties(fields.buSamplePropertyInfo, properties);
    const starts = startsAfresh && !isLeftToLab;
    const buSamplePropertyInfo = starts
      ? merged.flatMap((property) =>
          started.current.has(keyOf(property)) ? [property] : withDefaults([property], presets.data ?? []),
        )
      : merged;
    if (starts) started.current = new Set([...started.current, ...merged.map(keyOf)]);
    const specification = starts
      ? silentSpecification({
          buSampleInfoId: sample.id,
          ...fields,
          properties: buSamplePropertyInfo,
          rule: other.data?.specificationParts ?? [],
          labels: { connector: t('connector'), custom: t('custom'), model: t('specificationModel') },
        })
      : null;
    if (specification || JSON.stringify(buSamplePropertyInfo) !== JSON.stringify(fields.buSamplePropertyInfo))
      fill({ buSamplePropertyInfo, ...specification });
  });
  const presetsKnown = !presets.isPending;
  useEffect(() => {
    if (enabled && offered && presetsKnown) settle(offered.map(({ special: _special, ...property }) => property));
  }, [enabled, offered, presetsKnown]);
};
