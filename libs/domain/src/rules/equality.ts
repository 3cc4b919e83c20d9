/** Compares two GUIDs, ignoring dashes and case (K-009). */
export const sameId = (left: string | null, right: string | null): boolean =>
  left === right || (left !== null && right !== null && areAlike(left, right));

/**
 * Compares character by character and stops at the first difference, because lists are searched with it and most ids
 * differ early.
 */
const areAlike = (first: string, second: string): boolean => {
  for (let left = 0, right = 0; ; left++, right++) {
    while (first[left] === '-') left++;
    while (second[right] === '-') right++;
    const [firstChar, secondChar] = [first[left], second[right]];
    if (firstChar === undefined || secondChar === undefined) return firstChar === secondChar;
    if (firstChar !== secondChar && firstChar.toLowerCase() !== secondChar.toLowerCase()) return false;
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
export const isJsonEqual = (first: unknown, second: unknown): boolean => {
  if (first === second) return true;
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false;
  if (Array.isArray(first) !== Array.isArray(second)) return false;
  const left = Object.entries(first).filter(([, value]) => value !== undefined);
  const right = new Map(Object.entries(second).filter(([, value]) => value !== undefined));
  return (
    left.length === right.size && left.every(([name, value]) => right.has(name) && isJsonEqual(value, right.get(name)))
  );
};

/**
 * Removes members that are undefined, so that spreading the result over an object keeps the object's values for them.
 */
export const omitUndefined = <Source extends object>(
  source: Source,
): { [Member in keyof Source]?: Exclude<Source[Member], undefined> } =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) as {
    [Member in keyof Source]?: Exclude<Source[Member], undefined>;
  };
