/** The instant whose UTC reading is the time of the field: what a cell of a workbook, which knows no zone, holds. To the second. */
export const wallClock = (utc: string): Date => new Date(Math.floor(Date.parse(utc) / 1000) * 1000 + 8 * 3_600_000);

const inChina = (utc: string): string => new Date(Date.parse(utc) + 8 * 3_600_000).toISOString().replace('T', ' ');

/** Time of the field, Asia/Shanghai, which keeps UTC+8 all year: "2026-11-20 10:42". `utc` is ISO 8601. */
export const chinaTimeText = (utc: string): string => inChina(utc).slice(0, 16);

/** The same to the second: "2026-11-20 10:42:07". */
export const chinaTimeWithSeconds = (utc: string): string => inChina(utc).slice(0, 19);
