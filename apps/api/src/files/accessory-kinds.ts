import type { AccessoryTypeView } from '#contract';
import { referenceLists, sameId, type AccessoryTypeRow, type ReferenceRow } from '#domain';
import type { Engines } from '#engines';

type Asked = { type: 0 | 1; testUnitId?: string | null | undefined; containsIsDeleted?: boolean };

/** Kinds of files: those of every testing unit and the asked one's own. An installation older than the list has none. */
export const accessoryKinds = async ({ views }: Engines, asked: Asked): Promise<AccessoryTypeView[]> => {
  const list = await views.get<ReferenceRow>(referenceLists, 'accessoryTypes');
  return kindsFor(list?.kind === 'accessoryTypes' ? list.accessoryTypes : [], asked).map(
    ({ isDeleted: _, orderNum: __, ...shown }) => shown,
  );
};

/** Of all kinds those that a testing unit asks for: everybody's and its own (AT-001). */
export const kindsFor = (
  all: readonly AccessoryTypeRow[],
  { type, testUnitId = null, containsIsDeleted = false }: Asked,
): AccessoryTypeRow[] =>
  all.filter(
    (each) =>
      each.type === type &&
      (containsIsDeleted || !each.isDeleted) &&
      (each.testUnitId === null || sameId(each.testUnitId, testUnitId)),
  );
