import { NO_STREAM, START, type Head, type Position } from '#events';
import type { EventLog, LoggedEvent } from './event-log.js';
import { hashOfStored } from './canonical-json.js';

const PAGE_SIZE = 500;

/** The part of a log that a proof needs. */
export type ReadableLog = Pick<EventLog, 'dense' | 'read' | 'readAll'>;

/** The first event whose proof fails, and why. */
export type BrokenEvent = { stream: string; revision: number; position: Position; problem: string };

export type ChainProof = { events: number; broken: BrokenEvent | null };

/**
 * Verifies one stream, or the whole log in order. Stops at the first event that does not match its hash, does not
 * follow the one before it, or follows a gap. It works on stored bytes, so it needs no keys, and erased persons make no
 * difference. It cannot detect that the newest events of the log were removed.
 */
export const verifyChain = async ({ log }: { log: ReadableLog }, stream?: string): Promise<ChainProof> => {
  const heads = new Map<string, Head>();
  let events = 0;
  let position = START;
  for await (const page of stream === undefined ? pagesOf(log) : streamPagesOf(log, stream)) {
    for (const event of page) {
      const isAfterGap = stream === undefined && log.dense && BigInt(event.position) !== BigInt(position) + 1n;
      const problem = isAfterGap
        ? `events between ${position} and ${event.position} are missing`
        : problemOf(event, heads.get(event.stream) ?? NO_STREAM);
      if (problem)
        return {
          events,
          broken: { stream: event.stream, revision: event.revision, position: event.position, problem },
        };
      heads.set(event.stream, { revision: event.revision, hash: event.hash });
      position = event.position;
      events++;
    }
  }
  return { events, broken: null };
};

async function* pagesOf(log: ReadableLog): AsyncGenerator<LoggedEvent[]> {
  for (
    let after = START, page = await log.readAll(after, PAGE_SIZE);
    page.length > 0;
    page = await log.readAll(after, PAGE_SIZE)
  ) {
    yield page;
    after = page.at(-1)?.position ?? after;
  }
}

async function* streamPagesOf(log: ReadableLog, stream: string): AsyncGenerator<LoggedEvent[]> {
  yield await log.read(stream);
}

const problemOf = (event: LoggedEvent, previousHead: Head): string | null => {
  if (event.revision !== previousHead.revision + 1) return `revision ${previousHead.revision + 1} is missing`;
  try {
    if (hashOfStored(event) !== event.hash) return 'content does not match its hash';
    const { previousHash } = JSON.parse(event.metadata) as { previousHash?: unknown };
    return previousHash === previousHead.hash ? null : 'does not follow the event before it';
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  }
};
