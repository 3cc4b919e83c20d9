import type { CatalogueParameter, CataloguePack, OfferedStandard, Sample } from '#events';
import { type Problem, problem } from '../rules/rule-broken.js';
import { dashedId, sameId } from '../rules/same-id.js';
import { servesAs, type StandardUse } from '../standards/standard-use.js';

type PackChoice = NonNullable<Sample['pack']>;

export const NO_PACK: PackChoice = { packFlag: 0, packId: '', packJson: '' };

type Entry = { param: { id: string } };
type Offering = { id: string; offered: boolean };

/** What of a pack can be chosen, and what the laboratory does not offer now; what the sample no longer has is in neither (001.md A-12). */
export const splitPack = <Some extends Entry, Offered extends Offering>(
  entries: readonly Some[],
  parameters: readonly Offered[],
): { available: { entry: Some; parameter: Offered }[]; unavailable: Offered[] } => {
  const known = entries.flatMap((entry) => {
    const parameter = parameters.find(({ id }) => sameId(id, entry.param.id));
    return parameter ? [{ entry, parameter }] : [];
  });
  return {
    available: known.filter(({ parameter }) => parameter.offered),
    unavailable: known.flatMap(({ parameter }) => (parameter.offered ? [] : [parameter])),
  };
};

type PackedSample = Pick<Sample, 'parameters' | 'isNeedConclusion' | 'testUnitSampleId'> & { pack?: PackChoice | null };

/**
 * What is wrong with a pack that a sample names: the laboratory has no such pack for the sample, or other parameters or standards
 * were chosen than it holds, for a change by hand drops the pack (PK-004). What of it the laboratory does not offer now is left
 * out (001.md A-12). Null when nothing is wrong, and without a pack.
 */
export const packProblem = (
  { pack: choice, testUnitSampleId, parameters, isNeedConclusion }: PackedSample,
  pack: CataloguePack | null,
  catalogue: readonly Pick<CatalogueParameter, 'id' | 'deleted'>[],
): Problem | null => {
  if (choice?.packFlag !== 1) return null;
  if (!pack || !pack.exposed || !sameId(pack.sampleId, testUnitSampleId))
    return problem('PACK_UNKNOWN', {}, 'buSampleParamPackInfo.packId');
  const { available } = splitPack(
    pack.entries,
    catalogue.map(({ id, deleted }) => ({ id, offered: !deleted })),
  );
  const held = available.map(
    ({ entry: { param, basis, standards } }) =>
      `${dashedId(param.id)} ${usesOf([
        ...asUse(basis, '1'),
        ...(isNeedConclusion
          ? asUse(
              standards.filter(({ useType }) => servesAs(useType, '2')),
              '2',
            )
          : []),
      ])}`,
  );
  const chosen = parameters.map(
    ({ tuTestParamId, standards }) =>
      `${dashedId(tuTestParamId)} ${usesOf(standards.map(({ baBaseStandardId, useType }) => ({ id: baBaseStandardId ?? '', useType })))}`,
  );
  return sameSet(held, chosen) ? null : problem('PACK_CHANGED', { pack: pack.name }, 'buSampleParamPackInfo');
};

type Used = { id: string; useType: string };
const asUse = (standards: readonly OfferedStandard[], useType: StandardUse): Used[] =>
  standards.map(({ standardId }) => ({ id: standardId, useType }));
/** Which standards serve as what, whatever the order and however often one is named. */
const usesOf = (used: readonly Used[]): string =>
  [
    ...new Set(
      USES.flatMap((use) =>
        used.filter(({ useType }) => servesAs(useType, use)).map(({ id }) => `${use}:${dashedId(id)}`),
      ),
    ),
  ]
    .toSorted()
    .join();
const USES: readonly StandardUse[] = ['1', '2'];
const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  new Set(left).size === new Set(right).size && left.every((each) => right.includes(each));
