import type { CatalogueParameter, CataloguePack, OfferedStandard } from '#events';
import { sameId } from '../rules/same-id.js';
import { defaultStandards } from '../standards/criteria.js';
import { servesAs } from '../standards/standard-use.js';

type Entry = CataloguePack['entries'][number];
type Parameter = Pick<CatalogueParameter, 'id' | 'standards' | 'basis' | 'criteria'>;

/** A pack as a testing unit offers it: by the standards that its own parameters still have. What the unit does not have stays as it is, for the form to leave out (001.md A-12). */
export const packAsOffered = <Pack extends CataloguePack>(pack: Pack, parameters: readonly Parameter[]): Pack => ({
  ...pack,
  entries: pack.entries.map((entry) => {
    const parameter = parameters.find(({ id }) => sameId(id, entry.param.id));
    return parameter ? entryAsOffered(entry, parameter) : entry;
  }),
});

/** Standards of a pack's parameter that are offered for it today; where none of those for one use is, the defaults of the parameter. */
export const entryAsOffered = (entry: Entry, parameter: Parameter): Entry => {
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
  if (there) return entryAsOffered(there, parameter);
  const { basis, evaluation } = defaultStandards(parameter);
  return { param: { id: parameter.id, name: parameter.displayName }, standards: evaluation, basis };
};

const isEvaluation = ({ useType }: OfferedStandard): boolean => servesAs(useType, '2');
const stillIn = (offered: readonly OfferedStandard[], listed: readonly OfferedStandard[]): OfferedStandard[] =>
  listed.flatMap(({ uniqueKey }) => offered.find((each) => each.uniqueKey === uniqueKey) ?? []);
const orElse = (found: OfferedStandard[], otherwise: OfferedStandard[]): OfferedStandard[] =>
  found.length > 0 ? found : otherwise;
