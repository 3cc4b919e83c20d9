import type { AccessoryTypeView } from '#contract';
import { referenceLists, sameId, type ReferenceRow } from '#domain';
import type { Engines } from '#engines';

type Asked = { type: 0 | 1; testUnitId?: string | null | undefined; containsIsDeleted?: boolean };

/** Kinds of files: those of every testing unit and the asked one's own. An installation older than the list has none. */
export const accessoryKinds = async ({ views }: Engines, { type, testUnitId = null, containsIsDeleted = false }: Asked): Promise<AccessoryTypeView[]> => {
  const list = await views.get<ReferenceRow>(referenceLists, 'accessoryTypes');
  const all = list?.kind === 'accessoryTypes' ? list.accessoryTypes : [];
  const asked = all.filter((each) => each.type === type && (containsIsDeleted || !each.isDeleted) && (each.testUnitId === null || (testUnitId !== null && sameId(each.testUnitId, testUnitId))));
  return asked.map(({ isDeleted: _, orderNum: __, ...shown }) => shown);
};
