import { sameId } from '#domain';
import { createStore } from '../../lib/store.js';

/** Whether the forms have a place for files of the laboratory's own system: when it has told of any (001.md A-28). */
export const showsLabFiles = createStore(false);

/** A laboratory without a system of its own holds the files that lie here: these are shown once. Before they are known, nothing is said to lie elsewhere. */
export const notAmong =
  (own: readonly { id: string }[] | undefined) =>
  ({ id }: { id: string }): boolean =>
    own !== undefined && !own.some((file) => sameId(file.id, id));
