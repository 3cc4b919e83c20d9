type Place = { sheng: string; shi: string; detailAddress: string };

/**
 * The address of a consigning unit as its form starts with it: province, city and street in one line. A street that already
 * names its province stands alone, and a municipality is not said twice (API-035).
 */
export const consignUnitAddressOf = ({ sheng, shi, detailAddress }: Place): string => {
  const street = detailAddress.trim();
  if (sheng !== '' && street.startsWith(sheng)) return street;
  const city = shi === sheng || (shi !== '' && street.startsWith(shi)) ? '' : shi;
  return `${sheng}${city}${street}`;
};
