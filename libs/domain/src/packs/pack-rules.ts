import type { CataloguePack, Sample } from '#events';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';

type PackChoice = NonNullable<Sample['pack']>;

export const NO_PACK: PackChoice = { packFlag: 0, packId: '', packJson: '' };

type Entry = { param: { id: string } };
type Offering = { id: string; offered: boolean };

/** What of a pack can be chosen, and what the laboratory does not offer now; what the sample no longer has is in neither (001.md A-12). */
export const splitPack = <Some extends Entry, Offered extends Offering>(entries: readonly Some[], parameters: readonly Offered[]): { available: { entry: Some; parameter: Offered }[]; unavailable: Offered[] } => {
  const known = entries.flatMap((entry) => {
    const parameter = parameters.find(({ id }) => sameId(id, entry.param.id));
    return parameter ? [{ entry, parameter }] : [];
  });
  return { available: known.filter(({ parameter }) => parameter.offered), unavailable: known.flatMap(({ parameter }) => (parameter.offered ? [] : [parameter])) };
};

/**
 * What is wrong with a pack that a sample names: the laboratory has no such pack for the sample, or other parameters were
 * chosen than it holds, for a change by hand drops the pack (PK-004). Null when nothing is, and without a pack.
 */
export const packProblem = (choice: PackChoice | null | undefined, pack: CataloguePack | null, sampleId: string, chosenIds: readonly string[]): Problem | null => {
  if (choice?.packFlag !== 1) return null;
  if (!pack || !pack.exposed || !sameId(pack.sampleId, sampleId)) return problem('PACK_UNKNOWN', {}, 'buSampleParamPackInfo.packId');
  const isOfPack = (chosen: string) => pack.entries.some(({ param }) => sameId(param.id, chosen));
  return chosenIds.every(isOfPack) ? null : problem('PACK_CHANGED', { pack: pack.name }, 'buSampleParamPackInfo');
};
