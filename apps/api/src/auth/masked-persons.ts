import { ERASED } from '#events';

/** What an auditor sees of a person before giving a reason (ADR-016). A blank or an erased value stays as it is. */
export const maskedName = (name: string): string => (name === '' || name === ERASED ? name : `${[...name][0]}**`);

/** 13800000001 -> 138****0001; a shorter number keeps its last digits only when enough of it stays hidden. */
export const maskedPhone = (phone: string): string => {
  if (phone === '' || phone === ERASED) return phone;
  return phone.length >= 11
    ? `${phone.slice(0, 3)}****${phone.slice(-4)}`
    : `****${phone.length >= 8 ? phone.slice(-4) : ''}`;
};
