import type { ReferenceSample } from '#contract';
import { originOf, withOrigin, type OriginProperty } from '#domain';
import type { SampleFields } from './sample-draft.js';

/** What can be filled in from another sample; each is also the key of its label. */
export type Citable = 'specification' | OriginProperty | 'extractAddress' | 'sampleDescription';

/**
 * What a cited sample changes in the form, and what of it was filled in. What it does not know, or this sample's catalogue does
 * not ask for, stays as it is; a sample left to the institution takes no specification and no origin (TID-005).
 */
export const citedFrom = (
  from: ReferenceSample,
  fields: SampleFields,
  isLeftToLab: boolean,
): { part: Partial<SampleFields>; filled: Citable[] } => {
  const origin = {
    ...(from.produceInfo ? { produceInfo: from.produceInfo } : {}),
    ...(from.piHao ? { piHao: from.piHao } : {}),
  };
  const properties = isLeftToLab ? fields.buSamplePropertyInfo : withOrigin(fields.buSamplePropertyInfo, origin);
  const taken = isLeftToLab ? { produceInfo: '', piHao: '' } : originOf(properties);
  const filled: Citable[] = [
    ...(from.specificationType && !isLeftToLab ? ['specification' as const] : []),
    ...(['produceInfo', 'piHao'] as const).filter((name) => from[name] !== '' && taken[name] === from[name]),
    ...(from.extractAddress ? ['extractAddress' as const] : []),
    ...(from.testSampleDescription ? ['sampleDescription' as const] : []),
  ];
  return {
    filled,
    part: {
      ...(filled.includes('specification')
        ? { specificationType: from.specificationType, specificationBuildMethod: from.specificationBuildMethod }
        : {}),
      ...(from.extractAddress ? { extractAddress: from.extractAddress } : {}),
      ...(from.testSampleDescription ? { testSampleDescription: from.testSampleDescription } : {}),
      buSamplePropertyInfo: properties,
    },
  };
};
