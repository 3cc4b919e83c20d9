import type { z } from 'zod';
import type { AccessoryType as AccessoryTypeSchema } from '#events';
import { type Problem, problem, RuleBroken } from '../rules/rule-broken.js';
import { sameId } from '../rules/equality.js';
import { isBlank, lengthOf } from '../text/text.js';

export type AccessoryType = z.infer<typeof AccessoryTypeSchema>;

/** The maximum number of accessory types. All of them are stored as one list in one event (ADR-002). */
const MAX_TYPES = 200;
/**
 * The maximum for one testing unit, so that no unit uses up the total. Deleted types count, because the list keeps
 * them.
 */
const MAX_TYPES_PER_UNIT = 40;
const NAME_LENGTH = 50;

/** The list with one accessory type added or replaced. @throws RuleBroken with the problems of accessoryTypeProblems */
export const withAccessoryType = (all: readonly AccessoryType[], type: AccessoryType): AccessoryType[] => {
  const problems = accessoryTypeProblems(all, type);
  const [first, ...rest] = problems;
  if (first) throw new RuleBroken(first, ...rest);
  return all.some(({ id }) => sameId(id, type.id))
    ? all.map((each) => (sameId(each.id, type.id) ? type : each))
    : [...all, type];
};

/** Problems of an accessory type among the existing ones (002 CAT-004). */
export const accessoryTypeProblems = (
  all: readonly AccessoryType[],
  { id, name, type, testUnitId }: AccessoryType,
): Problem[] => [
  ...(isBlank(name)
    ? [problem('CATALOGUE_TEXT_REQUIRED', {}, 'name')]
    : lengthOf(name) > NAME_LENGTH
      ? [problem('TEXT_TOO_LONG', { max: NAME_LENGTH }, 'name')]
      : []),
  ...(all.some(
    (other) =>
      !sameId(other.id, id) &&
      !other.isDeleted &&
      other.type === type &&
      other.name === name.trim() &&
      (other.testUnitId === null || sameId(other.testUnitId, testUnitId)),
  )
    ? [problem('ACCESSORY_TYPE_TAKEN', { name }, 'name')]
    : []),
  ...(all.some((other) => sameId(other.id, id)) ? [] : accessoryTypeRoomProblems(all, testUnitId)),
];

/**
 * Problems of adding `more` accessory types to all existing ones. `testUnitId` is null for types that all units share.
 */
export const accessoryTypeRoomProblems = (
  all: readonly AccessoryType[],
  testUnitId: string | null,
  addedCount = 1,
): Problem[] => {
  const ownCount =
    testUnitId === null
      ? 0
      : all.filter((other) => other.testUnitId !== null && sameId(other.testUnitId, testUnitId)).length + addedCount;
  if (addedCount > 0 && ownCount > MAX_TYPES_PER_UNIT)
    return [problem('TOO_MANY_ACCESSORY_TYPES', { max: MAX_TYPES_PER_UNIT })];
  return addedCount > 0 && all.length + addedCount > MAX_TYPES
    ? [problem('TOO_MANY_ACCESSORY_TYPES', { max: MAX_TYPES })]
    : [];
};

/** The accessory type with this id, unless it is deleted. @throws RuleBroken NO_SUCH_ACCESSORY_TYPE */
export const requireAccessoryType = (all: readonly AccessoryType[], id: string): AccessoryType => {
  const match = all.find((each) => sameId(each.id, id) && !each.isDeleted);
  if (!match) throw new RuleBroken(problem('NO_SUCH_ACCESSORY_TYPE'));
  return match;
};
