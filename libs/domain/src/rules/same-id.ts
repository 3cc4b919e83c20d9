/** Ids are GUIDs, compared without dashes and case (K-009). */
export const sameId = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && dashless(one) === dashless(other));

/** An id as maps are keyed by it (AT-008). */
export const dashless = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** The dashed 8-4-4-4-12 form of a GUID; what is no GUID stays as it is. */
export const dashedId = (id: string): string => {
  const digits = dashless(id);
  return /^[0-9a-f]{32}$/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : id;
};
