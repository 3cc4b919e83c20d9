/** Ids are GUIDs, compared without dashes and case (K-009). */
export const sameId = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && areAlike(one, other));

/** Digit by digit up to the first that differs: lists are searched by it, and most ids differ at once. */
const areAlike = (one: string, other: string): boolean => {
  for (let left = 0, right = 0; ; left++, right++) {
    while (one[left] === '-') left++;
    while (other[right] === '-') right++;
    const [here, there] = [one[left], other[right]];
    if (here === undefined || there === undefined) return here === there;
    if (here !== there && here.toLowerCase() !== there.toLowerCase()) return false;
  }
};

/** An id as maps are keyed by it (AT-008). */
export const dashless = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** The dashed 8-4-4-4-12 form of a GUID; what is no GUID stays as it is. */
export const dashedId = (id: string): string => {
  const digits = dashless(id);
  return /^[0-9a-f]{32}$/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : id;
};

/** Whether two JSON values say the same, whatever the order of their members. */
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
 * The members that are there: what was not typed (undefined) leaves what was before as it is when it is spread over it.
 */
export const omitUndefined = <Some extends object>(
  some: Some,
): { [Member in keyof Some]?: Exclude<Some[Member], undefined> } =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as {
    [Member in keyof Some]?: Exclude<Some[Member], undefined>;
  };
