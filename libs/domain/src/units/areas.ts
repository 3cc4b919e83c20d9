/**
 * A row of the area dictionary as calls spell it; RootID 0 is a province, any other the AreaID of the parent (002
 * UN-014).
 */
export type Area = { AreaID: number; AreaName: string; RootID: number };

const childrenOf = (areas: readonly Area[], id: number): Area[] => areas.filter(({ RootID }) => RootID === id);

export const provincesIn = (areas: readonly Area[]): Area[] => childrenOf(areas, 0);

/** What lies right under the area that its names lead to, the province first; nothing under an unknown one. */
export const areasIn = (areas: readonly Area[], names: readonly string[]): Area[] =>
  names.reduce((found, name) => {
    const area = found.find(({ AreaName }) => AreaName === name);
    return area ? childrenOf(areas, area.AreaID) : [];
  }, provincesIn(areas));

/** Cities of a province by its name, districts where it is a municipality; none for an unknown one. */
export const citiesIn = (areas: readonly Area[], provinceName: string): Area[] => areasIn(areas, [provinceName]);

/** An area as addresses name it: with all it lies in, from the place on that is asked about. */
export type NamedArea = { id: number; name: string };

/**
 * All areas under the place that `within` leads to, level by level below each, by their whole names: 浙江省,
 * 浙江省宁波市, 浙江省宁波市鄞州区.
 */
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
 * Those that a typed text may mean, at most `limit`: what begins with it first, then what has it anywhere; none once it
 * says more than an area.
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
