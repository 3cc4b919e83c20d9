import { dashedId, ownSamplesOf, RuleBroken, type ConsignmentFacts, type StorableSample } from '#domain';
import type { Catalogues } from '../catalogue/catalogues.js';
import { Problem } from '../http/problem.js';

/**
 * The samples of a consignment, and those of their raw materials, as its testing unit offers them today. Null where there is no
 * unit to ask, or its system does not answer: a laboratory that is away keeps nobody from copying or submitting.
 */
export const offeredToday = async (
  catalogues: Catalogues,
  { samples, header: { testUnitId }, consignType }: ConsignmentFacts,
): Promise<StorableSample[] | null> => {
  if (testUnitId === null) return null;
  try {
    const catalogue = await catalogues.of(testUnitId);
    const ids = new Set(
      samples
        .flatMap((sample) => [sample, ...ownSamplesOf(sample)])
        .map(({ testUnitSampleId }) => dashedId(testUnitSampleId)),
    );
    const found = await Promise.all([...ids].map((id) => catalogue.sample(id, consignType === 1 ? 0 : 1)));
    return found.filter((sample) => sample !== null);
  } catch (error) {
    if (error instanceof Problem || error instanceof RuleBroken) return null;
    throw error;
  }
};
