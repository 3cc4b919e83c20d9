import { v5 } from 'uuid';
import { type Aggregate, type CommandContext, handle, load, reference, streamOf, SYSTEM_ACTOR } from '#domain';
import type { Vault } from '#engines';
import type { EventCatalogue, EventStore } from '#events';

/** Ids of an import are made from names in this namespace, so that every run makes the same ones. */
const NAMESPACE = '8f0d0c3e-6c0f-5b1e-9d5e-3f6f5a2f7c11';
export const fixedId = (name: string): string => v5(name, NAMESPACE);

/** What an import writes to. */
export type ImportEngines = { eventStore: EventStore; vault: Vault };
export type ImportLog = { info(facts: object, message: string): void };

/** Writes one thing; does nothing when an earlier run has written it. */
export type ImportStep = (store: EventStore, at: string) => Promise<unknown>;

/** The request under which a stream is written: always the same one, so a second run finds its own earlier result (ADR-004). */
export const importContext = (stream: string, at: string): CommandContext => ({
  by: SYSTEM_ACTOR,
  at,
  commandId: fixedId(stream),
  correlationId: fixedId('import'),
  imported: true,
});

export const importStep =
  <Catalogue extends EventCatalogue, Command, State>(
    aggregate: Aggregate<Catalogue, Command, State>,
    id: string,
    command: Command,
  ): ImportStep =>
  (store, at) =>
    handle(store, aggregate, id, command, importContext(streamOf(aggregate, id), at));

/**
 * Runs an import that no earlier run has completed, all steps at once so that the store can commit them in groups, and
 * marks it completed as the last thing. One that was killed starts over and appends only what is missing (ADR-043).
 * @returns the number of steps run, 0 when it was completed before.
 */
export const runImport = async (
  store: EventStore,
  log: ImportLog,
  name: string,
  stepsOf: () => Promise<ImportStep[]>,
  at: string,
): Promise<number> => {
  const marker = `import-${name}`;
  const { state: completed } = await load(store, reference, marker);
  if (completed) return 0;
  const startedAt = performance.now();
  const steps = await stepsOf();
  const results = await Promise.allSettled(steps.map((step) => step(store, at)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  await importStep(reference, marker, {
    type: 'List',
    fact: { type: 'ImportCompleted', data: { import: name, events: steps.length } },
  })(store, at);
  log.info({ import: name, steps: steps.length, ms: Math.round(performance.now() - startedAt) }, 'imported');
  return steps.length;
};
