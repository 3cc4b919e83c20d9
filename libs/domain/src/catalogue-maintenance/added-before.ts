import { type Problem, problem } from '../rules/rule-broken.js';

/** Something that is kept under an id already, by the name that a reader knows it by. */
export type HeldId = { id: string; name: string; isDeleted?: boolean };

/** The id of a new row follows from its code or name: what it added once may have been renamed or deleted since, and must not be overwritten. Null where the id is free. */
export const addedBefore = (id: string, held: readonly HeldId[]): Problem | null => {
  const found = held.find((each) => each.id === id);
  return found ? problem(found.isDeleted ? 'CELL_DELETED_SINCE' : 'CELL_ADDED_BEFORE', { name: found.name }) : null;
};
