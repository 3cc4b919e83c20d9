import { v5 } from 'uuid';
import { load, problem, reference, RuleBroken, sameId } from '#domain';
import type { EventStore, TestingUnit, UnitQualification } from '#events';

type Chosen = { sysQualificationId: string; orderIndex?: number | undefined };
export type Held = Pick<TestingUnit, 'qualifications' | 'bigCategoryIds'>;

/**
 * Qualifications of the catalogue as a unit holds them, with the categories of samples they let it test. An entry the unit had
 * keeps its id, also where the qualification was switched off since. Unchanged, the unit keeps what it tests, even where the catalogue says more by now.
 * @throws RuleBroken QUALIFICATION_NOT_LISTED for one the catalogue does not have.
 */
export const heldQualifications = async (
  store: EventStore,
  chosen: readonly Chosen[],
  before: Held,
  { commandId, at }: { commandId: string; at: string },
): Promise<Held> => {
  const { state } = await load(store, reference, 'qualifications');
  const listed = state?.type === 'QualificationsListed' ? state.data.qualifications : [];
  const found = chosen.map(({ sysQualificationId, orderIndex }, place) => {
    const entry = listed.find(({ id }) => sameId(id, sysQualificationId));
    const known = before.qualifications.find((each) => sameId(each.sysQualificationId, sysQualificationId));
    if (!entry || (entry.isDeleted && !known))
      throw new RuleBroken(problem('QUALIFICATION_NOT_LISTED', {}, `tuQualification.${place}`));
    const held: UnitQualification = known ?? {
      id: v5(`qualification/${entry.id}`, commandId),
      name: entry.name,
      sysQualificationId: entry.id,
      orderIndex: 0,
      createTime: at,
    };
    return { held: { ...held, orderIndex: orderIndex ?? place + 1 }, bigCategoryIds: entry.bigCategoryIds };
  });
  const isUnchanged =
    found.length === before.qualifications.length &&
    found.every(({ held }) => before.qualifications.some(({ id }) => id === held.id));
  return {
    qualifications: found.map(({ held }) => held),
    bigCategoryIds: isUnchanged
      ? before.bigCategoryIds
      : [...new Set(found.flatMap(({ bigCategoryIds }) => bigCategoryIds))],
  };
};
