import type { MaterialSample, RawMaterial, Sample } from '#events';
import { totalFee } from '../pricing/sample-fee.js';
import { sameId } from '../rules/same-id.js';
import { withOwnSample } from './material-row.js';

/** A sample of a consignment, or the own sample of a raw material together with the sample it belongs `to`. */
export type FoundSample = { sample: Sample; to: null } | { sample: MaterialSample; to: Sample };

/** Looks among samples and the own samples of their raw materials; undefined when no sample has this id. */
export const sampleWithin = (samples: readonly Sample[], id: string): FoundSample | undefined => {
  for (const sample of samples) {
    if (sameId(sample.id, id)) return { sample, to: null };
    const own = sample.materialSamples?.find((each) => sameId(each.id, id));
    if (own) return { sample: own, to: sample };
  }
  return undefined;
};

/** The own sample of a tested row; undefined when there is none. */
export const ownSampleOf = (
  { materialSamples = [] }: Pick<Sample, 'materialSamples'>,
  { isTest, buSampleInfoId }: Pick<RawMaterial, 'isTest' | 'buSampleInfoId'>,
): MaterialSample | undefined =>
  isTest && buSampleInfoId !== null ? materialSamples.find(({ id }) => sameId(id, buSampleInfoId)) : undefined;

/** Own samples of the raw materials in the order of the rows. One that no row names was begun and does not count. */
export const ownSamplesOf = (sample: Sample): MaterialSample[] =>
  (sample.buSampleInfoRefSampleInfo ?? []).flatMap((row) => ownSampleOf(sample, row) ?? []);

/** The sample with an own sample of one of its raw materials stored anew; a row that names it shows it (RM-002). */
export const withMaterialSample = (sample: Sample, own: MaterialSample): Sample => {
  const { buSampleInfoRefSampleInfo: rows, materialSamples = [] } = sample;
  const isKnown = materialSamples.some(({ id }) => id === own.id);
  return {
    ...sample,
    ...(rows
      ? {
          buSampleInfoRefSampleInfo: rows.map((row) =>
            sameId(row.buSampleInfoId, own.id) ? withOwnSample(row, own) : row,
          ),
        }
      : {}),
    materialSamples: isKnown
      ? materialSamples.map((each) => (each.id === own.id ? own : each))
      : [...materialSamples, own],
  };
};

/** Fees in yuan of samples and of the own samples of their raw materials: what a consignment's total is made of (001.md A-PR-9). */
export const feesOf = (samples: readonly Sample[]): string[] =>
  samples.flatMap((sample) => [sample.testParamFee, ...ownSamplesOf(sample).map(({ testParamFee }) => testParamFee)]);

/** Fee in yuan of a sample together with those of its raw materials. */
export const feeWithMaterials = (sample: Sample): string => totalFee(feesOf([sample]));

/** How many new ids a copy of the sample needs for its raw materials: one a row, one an own sample. */
export const materialIdsNeeded = (sample: Sample): number =>
  (sample.buSampleInfoRefSampleInfo?.length ?? 0) + ownSamplesOf(sample).length;

/**
 * The sample under a new id, its raw materials and their own samples under new ids too; reports and cited consignments stay.
 * @throws Error when there are fewer ids than `materialIdsNeeded` says.
 */
export const copyOfSample = (sample: Sample, id: string, materialIds: readonly string[] = []): Sample => {
  const { buSampleInfoRefSampleInfo: rows, materialSamples: _begun, ...facts } = sample;
  if (!rows) return { ...facts, id };
  const next = materialIds.values();
  const copied = rows.map((row) => {
    const own = ownSampleOf(sample, row);
    const copy = { ...row, id: idFrom(next), buSampleInfoId: null };
    return own ? { own: { ...own, id: idFrom(next) }, copy } : { own: null, copy };
  });
  return {
    ...facts,
    id,
    buSampleInfoRefSampleInfo: copied.map(({ own, copy }) => (own ? { ...copy, buSampleInfoId: own.id } : copy)),
    materialSamples: copied.flatMap(({ own }) => own ?? []),
  };
};

const idFrom = (ids: Iterator<string>): string => {
  const { value, done } = ids.next();
  if (done) throw new Error('A copy needs new ids for its raw materials');
  return value;
};
