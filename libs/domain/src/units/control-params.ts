/** Flags of a unit: booleans, one number, and texts where the unit's own system defined one. */
export type UnitConfig = Record<string, boolean | number | string>;

/** Flags that are false where a unit says nothing; every other absent flag stays absent (ROLE-013). */
const DEFAULTS: UnitConfig = { IsEnableProjectContractSectName: false, USING_RECOMMENDED_PARAMETER_STANDARD: false };

/** Control parameters as flags: "1" is true, "0" is false, ValidAppealPeriodNumber a number, all else text (000 section 4, session). */
export const parseControlParams = (params: Readonly<Record<string, string>>): Readonly<UnitConfig> => {
  const known = parsed.get(params);
  if (known) return known;
  const config = Object.freeze({
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(params).map(([code, value]) => [code, parse(code, value)])),
  });
  if (Object.isFrozen(params)) parsed.set(params, config);
  return config;
};

/** Parameters that cannot change, as a remembered stream holds them, are parsed once. */
const parsed = new WeakMap<Readonly<Record<string, string>>, Readonly<UnitConfig>>();

const parse = (code: string, value: string): boolean | number | string => {
  if (code === 'ValidAppealPeriodNumber' && /^\d+$/.test(value)) return Number(value);
  if (value === '1') return true;
  return value === '0' ? false : value;
};
