import type { CatalogueStandard, OfferedStandard, StandardLink } from '#events';
import { type Problem, problem } from '../rules/rule-broken.js';
import { dashedId, sameId } from '../rules/same-id.js';
import { CUSTOM_STANDARD_PREFIX, customStandard } from '../standards/custom-standard.js';
import { servesAs, standardTypeOf } from '../standards/standard-use.js';

/** A standard as the client chose it; of all it sends, only which one and what for counts. */
export type RequestedStandard = Partial<StandardLink> & { useType: StandardLink['useType'] };

/** Standards by id, lower case with dashes. */
export type StandardsById = ReadonlyMap<string, CatalogueStandard>;

/**
 * The chosen standards with the facts of the catalogue: those of the offered link first, else of the standard itself.
 * One that neither the parameter offers nor the catalogue has becomes a problem STANDARD_UNKNOWN at its `path`, a custom one
 * that is to be a test basis STANDARD_NOT_FOR_BASIS (STD-012), one that is there already STANDARD_TWICE.
 */
export const linksOf = (
  requested: readonly RequestedStandard[],
  offered: readonly OfferedStandard[],
  standardsById: StandardsById,
  path: string,
): { links: StandardLink[]; problems: Problem[] } => {
  const links: StandardLink[] = [];
  const problems: Problem[] = [];
  for (const [index, each] of requested.entries()) {
    const link = linkOf(each, offeredLinkOf(each, offered), standardsById);
    if (link?.baBaseStandardId === null && servesAs(each.useType, '1'))
      problems.push(problem('STANDARD_NOT_FOR_BASIS', { standard: link.baseStandardName }, `${path}.${index}`));
    else if (link && links.some((other) => isSameStandard(other, link)))
      problems.push(problem('STANDARD_TWICE', {}, `${path}.${index}`));
    else if (link) links.push(link);
    else problems.push(problem('STANDARD_UNKNOWN', {}, `${path}.${index}`));
  }
  return { links, problems };
};

/** One standard may stand there once for each clause and use. */
const isSameStandard = (one: StandardLink, other: StandardLink): boolean =>
  (one.useType === other.useType || one.useType === '3' || other.useType === '3') &&
  (one.baBaseStandardId === null
    ? other.baBaseStandardId === null && one.baseStandardName === other.baseStandardName
    : one.baBaseStandardId === other.baBaseStandardId &&
      one.baseStandardClauseCode === other.baseStandardClauseCode &&
      one.limsUniqueKey === other.limsUniqueKey);

const linkOf = (
  requested: RequestedStandard,
  link: OfferedStandard | undefined,
  standardsById: StandardsById,
): StandardLink | null => {
  const id = link?.standardId ?? requested.baBaseStandardId ?? '';
  if (id === '') return customLink(requested);
  const standard = standardsById.get(dashedId(id));
  if (!link && !standard) return null;
  const clause = requested.baseStandardClauseCode ?? '';
  return {
    baBaseStandardId: dashedId(id),
    baseStandardName: standard?.standardName ?? requested.baseStandardName ?? '',
    baseStandardCode: standard?.publishCode ?? link?.publishCode ?? '',
    baseStandardClauseCode: link?.clauseCode ?? (standard?.clauseCodes.includes(clause) ? clause : ''),
    baseStandardType: standardTypeOf(link?.type ?? standard?.type),
    useType: requested.useType,
    limsUniqueKey: link?.uniqueKey ?? standard?.uniqueKey ?? '',
    isDefault: link?.isDefault ?? false,
    executeDate: standard?.executeDate ?? null,
    expireDate: standard?.expireDate ?? null,
  };
};

/** Without a conclusion nothing is evaluated: evaluation standards go, those of both uses stay as basis (001 section 4). */
export const withoutEvaluation = (links: readonly StandardLink[]): StandardLink[] =>
  links
    .filter(({ useType }) => useType !== '2')
    .map((link) => (link.useType === '3' ? { ...link, useType: '1' } : link));

/** One standard may be offered with several clauses; the unique key names the clause. */
const offeredLinkOf = (
  { baBaseStandardId, limsUniqueKey }: RequestedStandard,
  offered: readonly OfferedStandard[],
): OfferedStandard | undefined => {
  if (!baBaseStandardId)
    return limsUniqueKey ? offered.find(({ uniqueKey }) => uniqueKey === limsUniqueKey) : undefined;
  const ofStandard = offered.filter(({ standardId }) => sameId(standardId, baBaseStandardId));
  return ofStandard.find(({ uniqueKey }) => uniqueKey === limsUniqueKey) ?? ofStandard[0];
};

const customLink = ({ baseStandardName, limsUniqueKey = '' }: RequestedStandard): StandardLink | null => {
  const keyName = limsUniqueKey.startsWith(CUSTOM_STANDARD_PREFIX)
    ? limsUniqueKey.slice(CUSTOM_STANDARD_PREFIX.length)
    : '';
  const name = (baseStandardName ?? keyName).trim();
  return name === '' || (limsUniqueKey !== '' && keyName === '') ? null : customStandard(name);
};
