import { randomUUID } from 'node:crypto';
import { handle, load, type CommandContext } from '#domain/event-sourcing';
import {
  operationsIdOf,
  ROW_OPERATIONS,
  rowOperations,
  viewOperations,
  type ViewOperationCommand,
  type ViewOperations,
} from '#domain/operations';
import type { BuildStatus, Engines } from '#engines';
import type { RowOperationEvent } from '#events';

type Writable = Pick<Engines, 'eventStore' | 'views'>;
type OperationRequest = ViewOperationCommand extends infer Command
  ? Command extends { type: string }
    ? Omit<Command, 'version' | 'reason' | 'live' | 'builds' | 'stopped'>
    : never
  : never;

const operator = (): CommandContext => {
  const commandId = randomUUID();
  return {
    by: { userId: 'd0f0c1de-0c52-4b8e-9a51-7d1a0f6f3b12', role: 'operator', unitId: null },
    at: '2026-01-02T03:04:05.678Z',
    commandId,
    correlationId: commandId,
  };
};

export const buildsOf = async ({ views }: Pick<Engines, 'views'>, view: string): Promise<BuildStatus[]> =>
  (await views.builds()).filter(({ name }) => name === view);

/** Records a request of an operator as the api does. */
export const recordOperation = async (
  engines: Writable,
  view: { name: string; version: number },
  request: OperationRequest,
): Promise<ViewOperations> => {
  const builds = await buildsOf(engines, view.name);
  const facts = {
    live: builds.find(({ active }) => active)?.build ?? '',
    builds: builds.map(({ build }) => build),
    stopped: builds.filter(({ failure }) => failure).map(({ build }) => build),
  };
  const command = { ...request, ...facts, version: view.version, reason: '测试' } as ViewOperationCommand;
  return (await handle(engines.eventStore, viewOperations, operationsIdOf(view.name), command, operator())).state;
};

export const operationsOn = async (
  { eventStore }: Pick<Engines, 'eventStore'>,
  view: { name: string },
): Promise<ViewOperations> => (await load(eventStore, viewOperations, operationsIdOf(view.name))).state;

/** Requests a rebuild of the rows of a consignment and waits for the answer. */
export const rebuildRows = async (
  { eventStore }: Pick<Engines, 'eventStore'>,
  consignmentId: string,
): Promise<RowOperationEvent> => {
  const requestId = randomUUID();
  await handle(
    eventStore,
    rowOperations,
    ROW_OPERATIONS,
    { type: 'RequestRows', requestId, consignmentId, reason: '测试' },
    operator(),
  );
  return waitUntil(async () => {
    const { events } = await load(eventStore, rowOperations, ROW_OPERATIONS);
    const outcome = events.find(
      ({ type, data }) => type !== 'RowsRebuildRequested' && (data as { requestId: string }).requestId === requestId,
    );
    return outcome && (outcome as unknown as RowOperationEvent);
  });
};

/** Repeats until there is a result. A test that waits too long ends by its own timeout. */
export const waitUntil = async <Value>(read: () => Promise<Value | null | undefined | false>): Promise<Value> => {
  for (;;) {
    const value = await read();
    if (value) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
};
