import { referenceLists, type DictionaryRow, type ReferenceRow } from '#domain';
import type { Views } from '#engines';

/** Rows of a dictionary or enumeration in their order; null for a name nobody knows. */
export const dictionaryOf = async (views: Views, name: string): Promise<DictionaryRow[] | null> => {
  const list = await views.get<ReferenceRow>(referenceLists, name);
  return list?.kind === 'dictionary' ? list.rows : null;
};
