import { SIGN_IN_LIMITS } from '#domain';

/** What one network address may do before anybody is signed in: sign-ins that fail within a quarter of an hour (0: any number), and codes it may ask for by number. */
export type AddressLimits = { signInFailuresPerAddress: number; codesPerMinute: number; codesPerDay: number };

export const ADDRESS_LIMITS: AddressLimits = {
  signInFailuresPerAddress: SIGN_IN_LIMITS.addressFailures,
  codesPerMinute: 5,
  codesPerDay: 50,
};

/** The limits as operators set them (docs/operations.md). @throws Error for what is no such number */
export const addressLimitsFrom = (env: NodeJS.ProcessEnv): AddressLimits => {
  const given = (name: string, usual: number, most: number): number => {
    const value = env[name] ? Number(env[name]) : usual;
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new Error(`${name} is a whole number up to ${most}`);
    return value;
  };
  return {
    signInFailuresPerAddress: given(
      'SIGN_IN_FAILURES_PER_ADDRESS',
      ADDRESS_LIMITS.signInFailuresPerAddress,
      SIGN_IN_LIMITS.mostFailures,
    ),
    codesPerMinute: given('CODES_PER_MINUTE', ADDRESS_LIMITS.codesPerMinute, 10_000),
    codesPerDay: given('CODES_PER_DAY', ADDRESS_LIMITS.codesPerDay, 10_000),
  };
};
