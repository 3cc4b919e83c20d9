import type { StandardLink } from '#events';

/** A custom evaluation standard has no id; its unique key tells it apart (STD-011). */
export const CUSTOM_STANDARD_PREFIX = 'customer_';

/** The link of an evaluation standard that the catalogue does not have, by its trimmed name (STD-011). */
export const customStandard = (typed: string): StandardLink => {
  const name = typed.trim();
  return {
    baBaseStandardId: null,
    baseStandardName: name,
    baseStandardCode: '',
    baseStandardClauseCode: '',
    baseStandardType: 2,
    useType: '2',
    limsUniqueKey: CUSTOM_STANDARD_PREFIX + name,
    isDefault: false,
    executeDate: null,
    expireDate: null,
  };
};

export const isCustomStandard = ({ limsUniqueKey }: Pick<StandardLink, 'limsUniqueKey'>): boolean =>
  limsUniqueKey.startsWith(CUSTOM_STANDARD_PREFIX);

/** What is wrong with the name of a custom standard among those there are: it is empty, or taken (STD-010; 001.md A-20: names, trimmed). Null when it may be added. */
export const customStandardProblem = (
  typed: string,
  existing: readonly Pick<StandardLink, 'baseStandardName'>[],
): 'empty' | 'exists' | null => {
  const name = typed.trim();
  if (name === '') return 'empty';
  return existing.some(({ baseStandardName }) => baseStandardName.trim() === name) ? 'exists' : null;
};

/** A custom standard evaluates and nothing else; one with neither key nor id names no document to test by (STD-012). */
export const canBeBasis = (link: Pick<StandardLink, 'baBaseStandardId' | 'limsUniqueKey'>): boolean =>
  !isCustomStandard(link) && (link.limsUniqueKey !== '' || Boolean(link.baBaseStandardId));
