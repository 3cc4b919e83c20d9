const ANY_UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/**
 * What a name (of a user, a role, a unit) is compared by, in reservations, look-ups and limits: NFKC, without what nobody sees, trimmed,
 * case folded, so that `ａdmin`, ` ADMIN` and `admin` are one name. Never shown. Folding twice changes nothing, and a name in plain lower
 * case is its own key: reservations made under `name.toLowerCase()` keep theirs.
 */
export const foldedName = (name: string): string =>
  caseFolded(name.normalize('NFKC').replaceAll(ANY_UNSEEN, '').replaceAll(/\s+/gu, ' ').trim()).normalize('NFKC');

/** Over the upper case, where letters meet that have several lower cases: ß and ss, σ and ς, ı and i. */
const caseFolded = (text: string): string => text.toUpperCase().toLowerCase();
