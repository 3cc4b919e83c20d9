const KINDS = ['原材料', '现场检测'];

/** Raw materials and what is tested on site, as workbooks call the kinds of categories and samples. */
export const kindWordOf = ({ isLocaleItem }: { isLocaleItem: number }): string =>
  KINDS[isLocaleItem] ?? String(isLocaleItem);
