const SHANGHAI = 8 * 60 * 60 * 1000;
const SERIAL_DIGITS = 5;

/** The year in Asia/Shanghai, which keeps UTC+8 all year, of a moment given as UTC ISO text. */
export const yearInShanghai = (at: string): number => new Date(Date.parse(at) + SHANGHAI).getUTCFullYear();

/** `<unitNo>-<yyyy>-<5 digits>`, e.g. "TU001-2026-00042"; longer once a unit passes 99999 in a year (ADR-002). */
export const consignCodeOf = (unitNo: string, year: number, number: number): string =>
  `${unitNo}-${year}-${String(number).padStart(SERIAL_DIGITS, '0')}`;

/** Id part of a numbering stream: numbering-<unit id>-<year>. */
export const numberingIdOf = (testUnitId: string, year: number): string => `${testUnitId}-${year}`;
