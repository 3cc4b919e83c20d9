import { DATABASES } from '../data-folder/data-files.js';
import { copyDatabaseTo, openDatabase, sharedInMemory } from './database.js';

/**
 * Copies the databases of engines in memory that have a name (`:memory:one`) to another one, under which engines can be
 * opened then: tests need not begin with the same import each time. Answers what lets go of the copy, which lasts as
 * long as it is held or open.
 */
export const copyInMemory = async (from: string, to: string): Promise<() => void> => {
  const copies = await Promise.all(
    DATABASES.map(async (name) => {
      const target = sharedInMemory(`${to}/${name}`);
      const copy = openDatabase(target);
      const original = openDatabase(sharedInMemory(`${from}/${name}`));
      await copyDatabaseTo(original, target);
      original.close();
      return copy;
    }),
  );
  return () => copies.forEach((database) => database.close());
};
