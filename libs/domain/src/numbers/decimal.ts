/**
 * Exact decimal number: `units` x 10^-`scale`. Money is never a float, because a float cannot represent 0.335 exactly
 * (ADR-028).
 */
export type Decimal = { readonly units: bigint; readonly scale: number };

export const ZERO: Decimal = { units: 0n, scale: 0 };

/**
 * Parses decimal text such as "12.345" or "-7".
 * @throws RangeError for any other text, including exponents and empty text.
 */
export const parseDecimal = (text: string): Decimal => {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`"${text}" is not a decimal number`);
  const [, whole = '', fraction = ''] = match;
  return { units: BigInt(whole + fraction), scale: fraction.length };
};

/**
 * Converts a quantity or count stored as a number. Rounds to six decimals, which is exact for every quantity of the
 * catalogue.
 */
export const decimalOf = (number: number): Decimal => trimZeros(parseDecimal(number.toFixed(6)));

export const add = (left: Decimal, right: Decimal): Decimal => {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
};

export const multiply = (left: Decimal, right: Decimal): Decimal => ({
  units: left.units * right.units,
  scale: left.scale + right.scale,
});

/** Negative, zero or positive, as a comparator for sort. 1 and 1.00 are equal. */
export const compare = (left: Decimal, right: Decimal): number => {
  const scale = Math.max(left.scale, right.scale);
  const difference = unitsAt(left, scale) - unitsAt(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** Rounds to exactly `digits` decimals, halves away from zero (001.md A-PR-1). */
export const roundHalfUp = (value: Decimal, digits: number): Decimal => {
  if (value.scale <= digits) return { units: unitsAt(value, digits), scale: digits };
  const divisor = 10n ** BigInt(value.scale - digits);
  const half = value.units < 0n ? -divisor / 2n : divisor / 2n;
  return { units: (value.units + half) / divisor, scale: digits };
};

/** Decimal text with all decimals of the value: 1.50 stays "1.50". */
export const toText = ({ units, scale }: Decimal): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** Amount of a bill in yuan: two decimals, rounded half up. */
export const toMoney = (value: Decimal): string => toText(roundHalfUp(value, 2));

/** Unit price in yuan: all decimals of the value, at least two, because a price can be 0.335 per piece. */
export const toPrice = (value: Decimal): string => {
  const exact = trimZeros(value);
  return toText(exact.scale < 2 ? roundHalfUp(exact, 2) : exact);
};

/** Quantity for display, without trailing zeros. */
export const toQuantity = (value: Decimal): string => toText(trimZeros(value));

const unitsAt = ({ units, scale }: Decimal, targetScale: number): bigint => units * 10n ** BigInt(targetScale - scale);

const trimZeros = ({ units, scale }: Decimal): Decimal => {
  let result = { units, scale };
  while (result.scale > 0 && result.units % 10n === 0n) result = { units: result.units / 10n, scale: result.scale - 1 };
  return result;
};
