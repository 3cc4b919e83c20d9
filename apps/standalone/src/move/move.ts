import type { Deliveries, EventLog, Files, KeptPart, Vault } from '#engines';
import type { Position } from '#events';
import { agreementOf, appendRest, proveSame } from './move-log.js';

/** What a service is made of. What is derived from it is not moved, but deliveries: endpoints need not get again what they have had. */
export type Belongings = { log: EventLog; vault: Vault; files: Files; deliveries: Deliveries };

export type Moved = {
  /** Events of the log, and how many of them this run has written; null when the log stays where it is. */
  log: { events: number; written: number } | null;
  vault: number | null;
  files: { count: number; damaged: readonly string[] } | null;
  deliveries: number | null;
};

/** The copy has been worked with since: nothing may be carried into it any more. */
export class GoneOn extends Error {
  override name = 'GoneOn';
}

/**
 * Carries a stopped service to other engines, those of them that are given: log, vault, files and deliveries, as they are. Nothing is
 * taken away.
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
  const places = new Places(source.log, target.log);
  if (target.deliveries) await places.want(source.deliveries);
  let log: Moved['log'] = null;
  if (target.log && agreed) {
    const written = await appendRest(source.log, target.log, agreed, (events) =>
      onProgress('log', agreed.events + events),
    );
    log = { events: await proveSame(source.log, target.log, (here, there) => places.note(here, there)), written };
  }
  // They name places of the log.
  const deliveries = target.deliveries
    ? await moveDeliveries(source.deliveries, target.deliveries, places, (count) => onProgress('deliveries', count))
    : null;
  return { log, vault, files, deliveries };
};

/** Where the events that deliveries name lie in the other log: its positions are its own. */
class Places {
  private readonly wanted = new Map<Position, Position | null>();
  readonly logId: string;

  constructor(
    private readonly from: EventLog,
    private readonly to: EventLog | undefined,
  ) {
    this.logId = (to ?? from).logId;
  }

  async want(deliveries: Deliveries): Promise<void> {
    if (!this.to) return;
    for await (const part of deliveries.kept()) {
      for (const { position } of part.deliveries) if (position !== null) this.wanted.set(position, null);
      for (const { cursor } of part.endpoints) if (cursor) this.wanted.set(cursor.position, null);
    }
  }

  note(here: Position, there: Position): void {
    if (this.wanted.has(here)) this.wanted.set(here, there);
  }

  /** Null for a place that this log does not have. */
  of(position: Position): Position | null {
    return this.to ? (this.wanted.get(position) ?? null) : position;
  }

  /** As the other log names it. A delivery of an event that is not in the log is left out, a cursor of another log forgotten. */
  translated({ deliveries, hours, endpoints }: KeptPart): KeptPart {
    return {
      hours,
      deliveries: deliveries.flatMap((delivery) => {
        if (delivery.position === null) return [delivery];
        const position = this.of(delivery.position);
        return position === null ? [] : [{ ...delivery, position }];
      }),
      endpoints: endpoints.map((endpoint) => {
        const position = endpoint.cursor?.logId === this.from.logId ? this.of(endpoint.cursor.position) : null;
        return { ...endpoint, cursor: position === null ? null : { logId: this.logId, position } };
      }),
    };
  }
}

/** What waits goes on there, with its attempts and the cursors of its endpoints. */
const moveDeliveries = async (
  source: Deliveries,
  target: Deliveries,
  places: Places,
  onProgress: (deliveries: number) => void,
): Promise<number> => {
  let moved = 0;
  for await (const part of source.kept()) {
    const there = places.translated(part);
    await target.takeOver(there);
    moved += there.deliveries.length;
    onProgress(moved);
  }
  return moved;
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
