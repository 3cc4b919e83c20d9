/**
 * A row of the area dictionary, with the member names of the interface. RootID is 0 for a province, otherwise the
 * AreaID of the parent (002 UN-014).
 */
export type Area = { AreaID: number; AreaName: string; RootID: number };

const childrenOf = (areas: readonly Area[], id: number): Area[] => areas.filter(({ RootID }) => RootID === id);

export const provincesIn = (areas: readonly Area[]): Area[] => childrenOf(areas, 0);

/** The direct children of the area at the path `names`, which starts with the province; empty for an unknown path. */
export const areasIn = (areas: readonly Area[], names: readonly string[]): Area[] =>
  names.reduce((found, name) => {
    const area = found.find(({ AreaName }) => AreaName === name);
    return area ? childrenOf(areas, area.AreaID) : [];
  }, provincesIn(areas));

/** Cities of a province by its name, or the districts of a municipality; empty for an unknown name. */
export const citiesIn = (areas: readonly Area[], provinceName: string): Area[] => areasIn(areas, [provinceName]);

/** An area with its full name: the names of all areas above it, from below the starting point, and its own. */
export type NamedArea = { id: number; name: string };

/** All areas below the path `within`, each followed by the areas in it, with full names: 浙江省, 浙江省宁波市, 浙江省宁波市鄞州区. */
export const namedAreasIn = (areas: readonly Area[], within: readonly string[] = []): NamedArea[] => {
  const byParent = new Map<number, Area[]>();
  for (const area of areas) byParent.set(area.RootID, [...(byParent.get(area.RootID) ?? []), area]);
  const named = ({ AreaID, AreaName }: Area, above: string): NamedArea[] => {
    const name = `${above}${AreaName}`;
    return [{ id: AreaID, name }, ...(byParent.get(AreaID) ?? []).flatMap((area) => named(area, name))];
  };
  return areasIn(areas, within).flatMap((area) => named(area, ''));
};

/**
 * Areas that a typed text may mean, at most `limit`: full names that contain the text, first those that start with it,
 * then by length. An exact match is left out.
 */
export const namedAreasLike = (named: readonly NamedArea[], text: string, limit = 50): NamedArea[] => {
  const wanted = text.trim();
  const like = named.filter(({ name }) => name.includes(wanted) && name !== wanted);
  return like
    .toSorted(
      (one, other) =>
        Number(other.name.startsWith(wanted)) - Number(one.name.startsWith(wanted)) ||
        one.name.length - other.name.length,
    )
    .slice(0, limit);
};
