import type { DatabaseSync } from '../sqlite/database.js';
import { GroupCommit, type Append, type Outcome } from './group-commit.js';

/** The one place of a process that writes a log. Groups are written in the order they come. */
export interface Writer {
  commit(group: Append[]): Promise<Outcome[]>;
  close(): Promise<void>;
}

/** Writes where it stands: for a database in memory, which no other connection can see. */
export const memoryWriter = (database: DatabaseSync): Writer => {
  const groups = new GroupCommit(database);
  return { commit: async (group) => groups.commit(group), close: async () => {} };
};
