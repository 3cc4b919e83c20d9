import type { CataloguePack, OfferedStandard } from '#events';
import { type FactChange, factChanges } from '../changes/fact-changes.js';

/** What changed between two states of a pack, parameter by parameter, standards by their numbers. */
export const packChanges = (before: CataloguePack | null, after: CataloguePack | null): FactChange[] =>
  factChanges(before && told(before), after && told(after));

const told = ({ name, exposed, orderNum, entries }: CataloguePack) => ({
  packName: name,
  exposed,
  orderIndex: orderNum,
  packParams: entries.map(({ param, basis, standards }) => ({
    id: param.id,
    name: param.name,
    basis: codesOf(basis),
    evaluation: codesOf(standards),
  })),
});

const codesOf = (standards: readonly OfferedStandard[]): string[] =>
  standards.map(({ publishCode, clauseCode }) => (clauseCode ? `${publishCode} ${clauseCode}` : publishCode));
