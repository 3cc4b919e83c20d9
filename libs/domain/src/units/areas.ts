/**
 * A row of the area dictionary, with the member names of the interface. RootID is 0 for a province, otherwise the
 * AreaID of the parent (002 UN-014).
 */
export type Area = { AreaID: number; AreaName: string; RootID: number };

const childrenOf = (areas: readonly Area[], id: number): Area[] => areas.filter(({ RootID }) => RootID === id);

export const provincesIn = (areas: readonly Area[]): Area[] => childrenOf(areas, 0);

/** The direct children of the area at the path `names`, which starts with the province; empty for an unknown path. */
export const areasIn = (areas: readonly Area[], names: readonly string[]): Area[] =>
  names.reduce((areasAtLevel, name) => {
    const area = areasAtLevel.find(({ AreaName }) => AreaName === name);
    return area ? childrenOf(areas, area.AreaID) : [];
  }, provincesIn(areas));

/** Cities of a province by its name, or the districts of a municipality; empty for an unknown name. */
export const citiesIn = (areas: readonly Area[], provinceName: string): Area[] => areasIn(areas, [provinceName]);

/** An area with its full name: the names of all areas above it, from below the starting point, and its own. */
export type NamedArea = { id: number; name: string };

/** All areas below `path`, each followed by the areas in it, with full names: 浙江省, 浙江省宁波市, 浙江省宁波市鄞州区. */
export const namedAreasIn = (areas: readonly Area[], path: readonly string[] = []): NamedArea[] => {
  const byParent = new Map<number, Area[]>();
  for (const area of areas) byParent.set(area.RootID, [...(byParent.get(area.RootID) ?? []), area]);
  const toNamedAreas = ({ AreaID, AreaName }: Area, prefix: string): NamedArea[] => {
    const name = `${prefix}${AreaName}`;
    return [{ id: AreaID, name }, ...(byParent.get(AreaID) ?? []).flatMap((area) => toNamedAreas(area, name))];
  };
  return areasIn(areas, path).flatMap((area) => toNamedAreas(area, ''));
};

/**
 * Areas that a typed text may mean, at most `limit`: full names that contain the text, first those that start with it,
 * then by length. An exact match is left out.
 */
export const namedAreasLike = (areas: readonly NamedArea[], text: string, limit = 50): NamedArea[] => {
  const searchText = text.trim();
  const matches = areas.filter(({ name }) => name.includes(searchText) && name !== searchText);
  return matches
    .toSorted(
      (left, right) =>
        Number(right.name.startsWith(searchText)) - Number(left.name.startsWith(searchText)) ||
        left.name.length - right.name.length,
    )
    .slice(0, limit);
};
