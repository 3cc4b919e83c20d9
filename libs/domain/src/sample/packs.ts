import type { CataloguePack, CatalogueParameter, OfferedStandard, Sample } from '#events';
import { dashedId, sameId } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { defaultStandards, isUsableAs, type StandardUse } from './standards.js';

type Entry = CataloguePack['entries'][number];
type Parameter = Pick<CatalogueParameter, 'id' | 'standards' | 'basis' | 'criteria'>;

/**
 * A pack as a testing unit offers it, with the standards that its own parameters still have. Entries of parameters that
 * the unit lacks stay unchanged; the form leaves them out (001.md A-12).
 */
export const toOfferedPack = <Pack extends CataloguePack>(pack: Pack, parameters: readonly Parameter[]): Pack => ({
  ...pack,
  entries: pack.entries.map((entry) => {
    const parameter = parameters.find(({ id }) => sameId(id, entry.param.id));
    return parameter ? toOfferedEntry(entry, parameter) : entry;
  }),
});

/**
 * A pack entry with the standards offered for its parameter now. A use that loses all its standards gets the defaults
 * of the parameter.
 */
export const toOfferedEntry = (entry: Entry, parameter: Parameter): Entry => {
  const { basis, evaluation } = defaultStandards(parameter);
  const standards = filterOffered(parameter.standards, entry.standards);
  const hadEvaluation = entry.standards.some(isEvaluation);
  return {
    ...entry,
    basis: firstNonEmpty(filterOffered(parameter.basis, entry.basis), entry.basis.length > 0 ? basis : []),
    standards: hadEvaluation && !standards.some(isEvaluation) ? [...standards, ...evaluation] : standards,
  };
};

/**
 * The entry of a parameter in a changed pack: an existing entry with the standards offered now, a new entry with the
 * defaults.
 */
export const packEntryOf = (
  parameter: Parameter & Pick<CatalogueParameter, 'displayName'>,
  existing: Entry | undefined,
): Entry => {
  if (existing) return toOfferedEntry(existing, parameter);
  const { basis, evaluation } = defaultStandards(parameter);
  return { param: { id: parameter.id, name: parameter.displayName }, standards: evaluation, basis };
};

const isEvaluation = ({ useType }: OfferedStandard): boolean => isUsableAs(useType, '2');
const filterOffered = (offered: readonly OfferedStandard[], standards: readonly OfferedStandard[]): OfferedStandard[] =>
  standards.flatMap(({ uniqueKey }) => offered.find((each) => each.uniqueKey === uniqueKey) ?? []);
const firstNonEmpty = (preferred: OfferedStandard[], fallback: OfferedStandard[]): OfferedStandard[] =>
  preferred.length > 0 ? preferred : fallback;

type PackChoice = NonNullable<Sample['pack']>;

export const NO_PACK: PackChoice = { packFlag: 0, packId: '', packJson: '' };

export const hasPack = <Choice extends Pick<PackChoice, 'packFlag'>>(
  choice: Choice | null | undefined,
): choice is Choice => choice?.packFlag === 1;

type EntryOfPack = { param: { id: string } };
type OfferedItem = { id: string; offered: boolean };

/**
 * Splits a pack into what can be chosen and what the laboratory does not offer now. Parameters that the sample no
 * longer has are in neither part (001.md A-12).
 */
export const splitPack = <PackEntry extends EntryOfPack, PackParameter extends OfferedItem>(
  entries: readonly PackEntry[],
  parameters: readonly PackParameter[],
): { available: { entry: PackEntry; parameter: PackParameter }[]; unavailable: PackParameter[] } => {
  const entriesWithParameter = entries.flatMap((entry) => {
    const parameter = parameters.find(({ id }) => sameId(id, entry.param.id));
    return parameter ? [{ entry, parameter }] : [];
  });
  return {
    available: entriesWithParameter.filter(({ parameter }) => parameter.offered),
    unavailable: entriesWithParameter.flatMap(({ parameter }) => (parameter.offered ? [] : [parameter])),
  };
};

type PackedSample = Pick<Sample, 'parameters' | 'isNeedConclusion' | 'testUnitSampleId'> & { pack?: PackChoice | null };

/**
 * The problem of the pack that a sample names; null if there is none or no pack. The laboratory must have this pack for
 * the sample, and the chosen parameters and standards must be those of the pack, because a manual change drops the pack
 * (PK-004). Parameters that the laboratory does not offer now are ignored (001.md A-12).
 */
export const packProblem = (
  { pack: choice, testUnitSampleId, parameters, isNeedConclusion }: PackedSample,
  pack: CataloguePack | null,
  catalogue: readonly Pick<CatalogueParameter, 'id' | 'deleted'>[],
): Problem | null => {
  if (!hasPack(choice)) return null;
  if (!pack || !pack.exposed || !sameId(pack.sampleId, testUnitSampleId))
    return problem('PACK_UNKNOWN', {}, 'buSampleParamPackInfo.packId');
  const { available } = splitPack(
    pack.entries,
    catalogue.map(({ id, deleted }) => ({ id, offered: !deleted })),
  );
  const contents = available.map(
    ({ entry: { param, basis, standards } }) =>
      `${dashedId(param.id)} ${usageText([
        ...toUsages(basis, '1'),
        ...(isNeedConclusion
          ? toUsages(
              standards.filter(({ useType }) => isUsableAs(useType, '2')),
              '2',
            )
          : []),
      ])}`,
  );
  const selection = parameters.map(({ tuTestParamId, standards }) => {
    const useText = usageText(
      standards.map(({ baBaseStandardId, useType }) => ({ id: baBaseStandardId ?? '', useType })),
    );
    return `${dashedId(tuTestParamId)} ${useText}`;
  });
  return isSameSet(contents, selection) ? null : problem('PACK_CHANGED', { pack: pack.name }, 'buSampleParamPackInfo');
};

type StandardUsage = { id: string; useType: string };
const toUsages = (standards: readonly OfferedStandard[], useType: StandardUse): StandardUsage[] =>
  standards.map(({ standardId }) => ({ id: standardId, useType }));
/** The standards with their uses as a comparable text, ignoring order and duplicates. */
const usageText = (usages: readonly StandardUsage[]): string =>
  [
    ...new Set(
      USES.flatMap((use) =>
        usages.filter(({ useType }) => isUsableAs(useType, use)).map(({ id }) => `${use}:${dashedId(id)}`),
      ),
    ),
  ]
    .toSorted()
    .join();
const USES: readonly StandardUse[] = ['1', '2'];
const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  new Set(left).size === new Set(right).size && left.every((each) => right.includes(each));
