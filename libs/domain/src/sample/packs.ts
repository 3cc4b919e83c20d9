import type { CataloguePack, CatalogueParameter, OfferedStandard, Sample } from '#events';
import { dashedId, sameId } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { defaultStandards, isUsableAs, type StandardUse } from './standards.js';

type Entry = CataloguePack['entries'][number];
type Parameter = Pick<CatalogueParameter, 'id' | 'standards' | 'basis' | 'criteria'>;

/**
 * A pack as a testing unit offers it: by the standards that its own parameters still have. What the unit does not have
 * stays as it is, for the form to leave out (001.md A-12).
 */
export const toOfferedPack = <Pack extends CataloguePack>(pack: Pack, parameters: readonly Parameter[]): Pack => ({
  ...pack,
  entries: pack.entries.map((entry) => {
    const parameter = parameters.find(({ id }) => sameId(id, entry.param.id));
    return parameter ? toOfferedEntry(entry, parameter) : entry;
  }),
});

/**
 * Standards of a pack's parameter that are offered for it today; where none of those for one use is, the defaults of
 * the parameter.
 */
export const toOfferedEntry = (entry: Entry, parameter: Parameter): Entry => {
  const { basis, evaluation } = defaultStandards(parameter);
  const standards = stillIn(parameter.standards, entry.standards);
  const hadEvaluation = entry.standards.some(isEvaluation);
  return {
    ...entry,
    basis: orElse(stillIn(parameter.basis, entry.basis), entry.basis.length > 0 ? basis : []),
    standards: hadEvaluation && !standards.some(isEvaluation) ? [...standards, ...evaluation] : standards,
  };
};

/** A parameter as a pack holds it from now on: one that was in it as it is offered today, another with its defaults. */
export const packEntryOf = (
  parameter: Parameter & Pick<CatalogueParameter, 'displayName'>,
  there: Entry | undefined,
): Entry => {
  if (there) return toOfferedEntry(there, parameter);
  const { basis, evaluation } = defaultStandards(parameter);
  return { param: { id: parameter.id, name: parameter.displayName }, standards: evaluation, basis };
};

const isEvaluation = ({ useType }: OfferedStandard): boolean => isUsableAs(useType, '2');
const stillIn = (offered: readonly OfferedStandard[], listed: readonly OfferedStandard[]): OfferedStandard[] =>
  listed.flatMap(({ uniqueKey }) => offered.find((each) => each.uniqueKey === uniqueKey) ?? []);
const orElse = (found: OfferedStandard[], otherwise: OfferedStandard[]): OfferedStandard[] =>
  found.length > 0 ? found : otherwise;

type PackChoice = NonNullable<Sample['pack']>;

export const NO_PACK: PackChoice = { packFlag: 0, packId: '', packJson: '' };

export const hasPack = <Choice extends Pick<PackChoice, 'packFlag'>>(
  choice: Choice | null | undefined,
): choice is Choice => choice?.packFlag === 1;

type EntryOfPack = { param: { id: string } };
type Offering = { id: string; offered: boolean };

/**
 * What of a pack can be chosen, and what the laboratory does not offer now; what the sample no longer has is in neither
 * (001.md A-12).
 */
export const splitPack = <Some extends EntryOfPack, Offered extends Offering>(
  entries: readonly Some[],
  parameters: readonly Offered[],
): { available: { entry: Some; parameter: Offered }[]; unavailable: Offered[] } => {
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
 * What is wrong with a pack that a sample names: the laboratory has no such pack for the sample, or other parameters or
 * standards were chosen than it holds, for a change by hand drops the pack (PK-004). What of it the laboratory does not
 * offer now is left out (001.md A-12). Null when nothing is wrong, and without a pack.
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
      `${dashedId(param.id)} ${usesOf([
        ...asUse(basis, '1'),
        ...(isNeedConclusion
          ? asUse(
              standards.filter(({ useType }) => isUsableAs(useType, '2')),
              '2',
            )
          : []),
      ])}`,
  );
  const chosen = parameters.map(({ tuTestParamId, standards }) => {
    const uses = usesOf(standards.map(({ baBaseStandardId, useType }) => ({ id: baBaseStandardId ?? '', useType })));
    return `${dashedId(tuTestParamId)} ${uses}`;
  });
  return sameSet(contents, chosen) ? null : problem('PACK_CHANGED', { pack: pack.name }, 'buSampleParamPackInfo');
};

type Used = { id: string; useType: string };
const asUse = (standards: readonly OfferedStandard[], useType: StandardUse): Used[] =>
  standards.map(({ standardId }) => ({ id: standardId, useType }));
/** Which standards serve as what, whatever the order and however often one is named. */
const usesOf = (used: readonly Used[]): string =>
  [
    ...new Set(
      USES.flatMap((use) =>
        used.filter(({ useType }) => isUsableAs(useType, use)).map(({ id }) => `${use}:${dashedId(id)}`),
      ),
    ),
  ]
    .toSorted()
    .join();
const USES: readonly StandardUse[] = ['1', '2'];
const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  new Set(left).size === new Set(right).size && left.every((each) => right.includes(each));
