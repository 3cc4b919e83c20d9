/** A standard is expired once its last day is over; `today` as yyyy-MM-dd, the expiry with or without a time behind it (STD-004). */
export const isExpired = (expireDate: string | null | undefined, today: string): boolean =>
  typeof expireDate === 'string' && expireDate !== '' && expireDate.slice(0, 10) < today;
