import { ERASED } from '#events';

/** A name as an auditor sees it before giving a reason (ADR-016). A blank or an erased value is not changed. */
export const maskedName = (name: string): string => (name === '' || name === ERASED ? name : `${[...name][0]}**`);

/**
 * 13800000001 -> 138****0001. A number of fewer than 11 digits keeps the last four if it has at least eight, otherwise
 * none.
 */
export const maskedPhone = (phone: string): string => {
  if (phone === '' || phone === ERASED) return phone;
  return phone.length >= 11
    ? `${phone.slice(0, 3)}****${phone.slice(-4)}`
    : `****${phone.length >= 8 ? phone.slice(-4) : ''}`;
};
