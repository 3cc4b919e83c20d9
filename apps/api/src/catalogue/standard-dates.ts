import { isExpired, type StandardRow } from '#domain';

/** When a standard holds; days as yyyy-MM-dd, `today` in China. */
export const datesOf = (
  { executeDate, expireDate }: Pick<StandardRow, 'executeDate' | 'expireDate'>,
  today: string,
) => ({ executeDate, expireDate, isExpired: isExpired(expireDate, today) });
