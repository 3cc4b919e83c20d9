import type { EventLog, Files, Vault } from '#engines';
import { agreementOf, appendRest, proveSame } from './move-log.js';

/** What a service is made of; what is derived from it is not moved. */
export type Belongings = { log: EventLog; vault: Vault; files: Files };

export type Moved = {
  /** Events of the log, and how many of them this run has written; null when the log stays where it is. */
  log: { events: number; written: number } | null;
  vault: number | null;
  files: { count: number; damaged: readonly string[] } | null;
};

/** The copy has been worked with since: nothing may be carried into it any more. */
export class GoneOn extends Error {
  override name = 'GoneOn';
}

/**
 * Carries a stopped service to other engines, those of them that are given: log, vault and files, as they are. Nothing is taken away.
 * It may be killed and run again: it goes on with what is missing. Each thing is proven where it arrived.
 * @throws GoneOn when the service has been used there since; Error when the log or the vault there is another service's, or a chain is broken.
 */
export const move = async (
  source: Belongings,
  target: Partial<Belongings>,
  onProgress: (what: string, count: number) => void,
): Promise<Moved> => {
  const agreed = target.log && (await agreementOf(source.log, target.log));
  if (agreed?.goesOn)
    throw new GoneOn(
      `The server holds this log and events that came after it: the service has been used there. Nothing was changed.`,
    );
  // The log goes last: whatever it names is there before it, as when it was written.
  const vault = target.vault
    ? await moveVault(source.vault, target.vault, (count) => onProgress('vault', count))
    : null;
  const files = target.files
    ? await moveFiles(source.files, target.files, (count) => onProgress('files', count))
    : null;
  if (!target.log || !agreed) return { log: null, vault, files };
  const written = await appendRest(source.log, target.log, agreed, (events) =>
    onProgress('log', agreed.events + events),
  );
  return { log: { events: await proveSame(source.log, target.log), written }, vault, files };
};

/** The other vault compares each entry when it has taken it. */
const moveVault = async (source: Vault, target: Vault, onProgress: (entries: number) => void): Promise<number> => {
  let moved = 0;
  for await (const group of source.entries()) {
    await target.add(group);
    moved += group.length;
    onProgress(moved);
  }
  return moved;
};

const EVERYTHING = new Date(8.64e15);

/** A file is read again where it arrived, unless it was there before under the hash of its content. */
const moveFiles = async (
  source: Files,
  target: Files,
  onProgress: (files: number) => void,
): Promise<{ count: number; damaged: string[] }> => {
  const damaged: string[] = [];
  let count = 0;
  for await (const hash of source.putBefore(EVERYTHING)) {
    const file = await source.get(hash);
    if (!file) continue;
    const { hash: arrived } = await target.put(file.content, { contentType: file.contentType, name: file.name });
    const there = await target.get(arrived);
    if (!there || Buffer.compare(there.content, file.content) !== 0)
      throw new Error(`File ${hash} did not arrive as it was sent.`);
    if (arrived !== hash) damaged.push(hash);
    count++;
    onProgress(count);
  }
  return { count, damaged };
};
