import { SIGN_IN_LIMITS } from '#domain/users';

/** What one network address may do before anybody is signed in: sign-ins that fail within a quarter of an hour (0: any number), and codes it may ask for by number. */
export type AddressLimits = { signInFailuresPerAddress: number; codesPerMinute: number; codesPerDay: number };

export const ADDRESS_LIMITS: AddressLimits = {
  signInFailuresPerAddress: SIGN_IN_LIMITS.addressFailures,
  codesPerMinute: 5,
  codesPerDay: 50,
};
