import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A program that opens the file and removes the triggers of the log first. */
const OUTSIDER = `
  const load = async () => { try { return await import('node:sqlite'); } catch { return await import('@photostructure/sqlite'); } };
  load().then(({ DatabaseSync }) => {
    const database = new DatabaseSync(process.argv[1]);
    database.exec('DROP TRIGGER IF EXISTS event_is_never_changed; DROP TRIGGER IF EXISTS event_is_never_removed;');
    database.exec(process.argv[2]);
    database.close();
  });
`;

/** Changes the log without the running service: another process opens the file and runs `sql`. */
export const tamperWithLog = async (eventsFile: string, sql: string): Promise<void> => {
  await promisify(execFile)(process.execPath, ['--no-warnings', '-e', OUTSIDER, eventsFile, sql]);
};
