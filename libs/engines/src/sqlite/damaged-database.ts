import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';

/** Databases that are made from the log, and can be made again; without its attempts that of deliveries. */
const DERIVED: ReadonlySet<string> = new Set(['views.db', 'jobs.db', 'last-writes.db', 'deliveries.db']);
export const isDerived = (file: string): boolean => DERIVED.has(basename(file));

/** Lies beside a database in which damage was found while it was in use: the next start sets it aside. */
export const damageMarkerOf = (file: string): string => `${file}.damaged`;

/** Told to all threads of the process. */
const CHANNEL = 'damaged database';

/** What SQLite finds is not what it has written: the disk is failing, or somebody else has written to the file. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase';
  /** SQLITE_CORRUPT, by which an engine's failure is known. */
  readonly errcode = 11;
  constructor(
    readonly file: string,
    readonly damage: string,
    options?: ErrorOptions,
  ) {
    super(
      isDerived(file)
        ? `${file} is damaged (${damage}). The next start of the service sets it aside and builds it anew.`
        : `${file} is damaged (${damage}), and what it holds is nowhere else. Keep the folder as it is, and restore the newest backup: docs/operations.md, "Damaged databases".`,
      options,
    );
  }
}

/** Remembers the damage for the next start, and tells the process, which cannot go on with it. */
export const noteDamage = ({ file }: DamagedDatabase): void => {
  if (!isDerived(file)) return;
  try {
    writeFileSync(damageMarkerOf(file), '', { mode: 0o600 });
  } catch {
    // A disk that takes nothing more: the damage is found again.
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(file);
  channel.close();
};

/** Calls `act` with the file when any thread of the process finds that a derived database is damaged. */
export const onDamage = (act: (file: string) => void): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  channel.onmessage = (message) => act(String((message as { data: unknown }).data));
};
