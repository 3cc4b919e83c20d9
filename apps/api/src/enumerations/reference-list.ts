import { referenceLists, type DictionaryRow, type ReferenceRow } from '#domain';
import type { Views } from '#engines';

/** What a dictionary or enumeration offers, in its order, without what is switched off (002 CAT-007); null for a name nobody knows. */
export const dictionaryOf = async (views: Views, name: string): Promise<DictionaryRow[] | null> => {
  const list = await views.get<ReferenceRow>(referenceLists, name);
  return list?.kind === 'dictionary' ? list.rows.filter(({ isDeleted }) => !isDeleted) : null;
};
