import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { estimateSample } from '#contract';
import { call } from '../../lib/http.js';
import { isOn, type SampleHost } from './offer.js';
import { countOf, type Selection } from './selection.js';
import { useSettled } from './use-settled.js';

/**
 * What the choice would cost where the unit hides its prices but not the estimate, so that only the server can add them up
 * (PR-014). Null: not known yet, hidden, nothing chosen, or `pricesHidden` is false and the console adds up itself.
 */
export const useEstimate = (
  host: SampleHost,
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
    !isOn(host.testUnitConfig, 'IsConsignHideEstimatedCost');
  const asked = useMemo(
    () => ({
      consignId: host.consignId,
      testUnitSampleId: sampleId ?? '',
      testGroupCount,
      tuSampleParamIds: [...selection.chosen].map(([tuTestParamId, { count }]) => ({
        tuTestParamId,
        tuTestParamCount: countOf({ count }),
      })),
    }),
    [host.consignId, sampleId, testGroupCount, selection.chosen],
  );
  const body = useSettled(asked);
  const isOfThisSample = body.testUnitSampleId === sampleId;
  const estimate = useQuery({
    queryKey: [estimateSample.name, body],
    queryFn: ({ signal }) => call(estimateSample, { body, signal }),
    enabled: enabled && isOfThisSample && body.tuSampleParamIds.length > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return enabled && isOfThisSample ? (estimate.data?.testParamFee ?? null) : null;
};
