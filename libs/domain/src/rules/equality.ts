/** Compares two GUIDs, ignoring dashes and case (K-009). */
export const sameId = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && areAlike(one, other));

/**
 * Compares character by character and stops at the first difference, because lists are searched with it and most ids
 * differ early.
 */
const areAlike = (one: string, other: string): boolean => {
  for (let left = 0, right = 0; ; left++, right++) {
    while (one[left] === '-') left++;
    while (other[right] === '-') right++;
    const [here, there] = [one[left], other[right]];
    if (here === undefined || there === undefined) return here === there;
    if (here !== there && here.toLowerCase() !== there.toLowerCase()) return false;
  }
};

/** An id in the form used as a key of maps (AT-008). */
export const dashless = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** The dashed 8-4-4-4-12 form of a GUID; other text unchanged. */
export const dashedId = (id: string): string => {
  const digits = dashless(id);
  return /^[0-9a-f]{32}$/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : id;
};

/** Whether two JSON values are equal, ignoring the order of members and members that are undefined. */
export const isJsonEqual = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = Object.entries(one).filter(([, value]) => value !== undefined);
  const right = new Map(Object.entries(other).filter(([, value]) => value !== undefined));
  return (
    left.length === right.size && left.every(([name, value]) => right.has(name) && isJsonEqual(value, right.get(name)))
  );
};

/**
 * Removes members that are undefined, so that spreading the result over an object keeps the object's values for them.
 */
export const omitUndefined = <Some extends object>(
  some: Some,
): { [Member in keyof Some]?: Exclude<Some[Member], undefined> } =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as {
    [Member in keyof Some]?: Exclude<Some[Member], undefined>;
  };
