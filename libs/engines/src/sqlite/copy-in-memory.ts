import { DATABASES } from '../data-folder/data-files.js';
import { copyDatabaseTo, openDatabase, sharedInMemory } from './database.js';

/**
 * Copies the databases of named engines in memory (`:memory:one`) to another name, under which engines can then be
 * opened. Tests use it so that they need not repeat the same import. Returns a function that releases the copy; it
 * exists until it is released and no engine has it open.
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
