import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  buildNameOf,
  handle,
  load,
  messageOfProblem,
  operationsIdOf,
  operationsOfVersion,
  ROW_OPERATIONS,
  rowOperations,
  RuleBroken,
  SYSTEM_ACTOR,
  viewOperations,
  type CommandContext,
  type Projection,
  type ViewOperationCommand,
} from '#domain';
import type { BuildStatus, Engines } from '#engines';
import { ROLE, type Comparison, type Position } from '#events';
import { createProjector } from '../projector.js';
import { differs, told } from './comparison-words.js';
import { ProgressLine } from './progress-line.js';
import type { RebuildArguments } from './rebuild-arguments.js';

type Shell = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projections: readonly Projection<object>[];
  logger: Logger;
  print(line: string): void;
  /** Shows a line that the next one replaces; null where there is no terminal. */
  overwrite: ((line: string) => void) | null;
  /** How long a projector has to show that it is there. */
  patienceMs?: number;
  pollMs?: number;
};

/** Nothing more to do here, with the exit code of the command. */
const DONE = 0;
const FAILED = 1;
const REFUSED = 2;
const DIFFERENT = 3;

/**
 * Rebuilds a view, or the rows of a consignment, as an operator does in the console: the order is recorded, and whichever projector runs
 * does it. Where none does, one runs here until it is done. Answers the exit code.
 */
export const rebuildFromShell = async (args: RebuildArguments & { reason: string }, shell: Shell): Promise<number> => {
  const { engines, projections, print, patienceMs = 5_000, pollMs = 250 } = shell;
  const { eventStore, views } = engines;
  try {
    return 'view' in args ? await ofView(args) : await ofConsignment(args);
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    print(error.problems.map((problem) => messageOfProblem(problem, 'en')).join('\n'));
    return REFUSED;
  }

  async function ofView({
    view,
    afterwards,
    reason,
  }: Extract<RebuildArguments, { view: string }> & { reason: string }): Promise<number> {
    const projection = projections.find(({ name }) => name === view);
    if (!projection) {
      print(`There is no view "${view}". There are: ${projections.map(({ name }) => name).join(', ')}`);
      return REFUSED;
    }
    const { version } = projection;
    const order = (command: ViewOperationCommand, context = operator()) =>
      handle(eventStore, viewOperations, operationsIdOf(view), command, context);
    const state = async () =>
      operationsOfVersion((await load(eventStore, viewOperations, operationsIdOf(view))).state, version);
    const builds = async () =>
      (await views.builds()).filter((build) => build.name === view && build.version === version);

    const underWay = (await state()).rebuild?.build;
    const context = operator();
    const build = underWay ?? buildNameOf(context.at, context.commandId);
    if (underWay === undefined) await order({ type: 'RequestRebuild', version, build, reason }, context);
    print(
      underWay === undefined
        ? `${view}: building ${build} beside the live one`
        : `${view}: following ${build}, which is under way already`,
    );

    return withProjector([projection], underWay === undefined, async () => {
      const comparison = await compared();
      if (comparison === null) return FAILED;
      print(told(comparison));
      if (afterwards === 'stop')
        print(
          'Readers stay with the old build. Switch, or drop the new one, in the console, or run this again with --switch.',
        );
      if (afterwards === 'drop') await order({ type: 'DropBuild', version, build, reason });
      if (afterwards === 'switch') await switched();
      return afterwards === 'drop' && differs(comparison) ? DIFFERENT : DONE;
    });

    async function compared(): Promise<Comparison | null> {
      const progress = new ProgressLine(shell);
      for (;;) {
        const { rebuild } = await state();
        if (rebuild?.build !== build) {
          print('The rebuild has been cancelled or finished by somebody else.');
          return null;
        }
        if (rebuild.comparison) return rebuild.comparison;
        const status = (await builds()).find((one) => one.build === build);
        if (status?.failure) {
          print(`It stopped at an event: ${status.failure.message}`);
          return null;
        }
        progress.show(status, await eventStore.lastPosition(), rebuild.paused);
        await setTimeout(pollMs);
      }
    }

    async function switched(): Promise<void> {
      const there = await builds();
      await order({
        type: 'SwitchBuild',
        version,
        live: liveOf(there)?.build ?? '',
        builds: there.map((one) => one.build),
        reason,
      });
      while (liveOf(await builds())?.build !== build) await setTimeout(pollMs);
      print('Readers use the new build. The old one is kept: the console can go back to it, or drop it.');
    }
  }

  async function ofConsignment({ consignment, reason }: { consignment: string; reason: string }): Promise<number> {
    const consignmentId = consignment.toLowerCase();
    if (!(await eventStore.readLast(`consignment-${consignmentId}`))) {
      print(`There is no consignment "${consignment}". Give its id.`);
      return REFUSED;
    }
    const requestId = randomUUID();
    await handle(
      eventStore,
      rowOperations,
      ROW_OPERATIONS,
      { type: 'RequestRows', requestId, consignmentId, reason },
      operator(),
    );
    return withProjector(projections, true, async () => {
      for (;;) {
        const { past } = await load(eventStore, rowOperations, ROW_OPERATIONS);
        const answer = past
          .map(
            (event) =>
              event as unknown as {
                type: string;
                data: { requestId: string; views: { view: string; rows: number; changed: number }[]; message: string };
              },
          )
          .find(({ type, data }) => type !== 'RowsRebuildRequested' && data.requestId === requestId);
        if (answer?.type === 'RowsRebuilt') {
          for (const { view, rows, changed } of answer.data.views) print(`${view}: ${rows} rows, ${changed} put right`);
          return DONE;
        }
        if (answer) {
          print(answer.data.message);
          return FAILED;
        }
        await setTimeout(pollMs);
      }
    });
  }

  /**
   * Runs what waits for a projector, with one of our own where none shows that it is there: every view moves with every event. Where
   * nothing has just been recorded nobody can show it, and two projectors do each other no harm.
   */
  async function withProjector(
    wanted: readonly Projection<object>[],
    isRecorded: boolean,
    work: () => Promise<number>,
  ): Promise<number> {
    if (isRecorded && (await somebodyReaches(await eventStore.lastPosition()))) return work();
    print(isRecorded ? 'No projector answers: this process does it.' : 'This process helps.');
    const own = createProjector({ engines, projections: wanted, logger: shell.logger });
    try {
      await own.ready;
      return await work();
    } finally {
      await own.stop();
    }
  }

  async function somebodyReaches(position: Position): Promise<boolean> {
    for (const until = performance.now() + patienceMs; performance.now() < until; await setTimeout(pollMs)) {
      if ((await views.builds()).some(({ checkpoint }) => checkpoint.position >= position)) return true;
    }
    return false;
  }
};

const operator = (): CommandContext => {
  const commandId = randomUUID();
  return {
    by: { ...SYSTEM_ACTOR, role: ROLE.operator },
    at: new Date().toISOString(),
    commandId,
    correlationId: commandId,
  };
};

const liveOf = (builds: readonly BuildStatus[]): BuildStatus | undefined => builds.find(({ active }) => active);
