/** A row of the area dictionary as calls spell it; RootID 0 is a province, any other the AreaID of the parent (002 UN-014). */
export type Area = { AreaID: number; AreaName: string; RootID: number };

export const provincesIn = (areas: readonly Area[]): Area[] => areas.filter(({ RootID }) => RootID === 0);

/** Cities of a province by its name; none for an unknown one. */
export const citiesIn = (areas: readonly Area[], provinceName: string): Area[] => {
  const province = provincesIn(areas).find(({ AreaName }) => AreaName === provinceName);
  return province ? areas.filter(({ RootID }) => RootID === province.AreaID) : [];
};
