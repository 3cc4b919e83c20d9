import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { type CommandContext, handle, load, type Projection } from '#domain/event-sourcing';
import {
  buildNameOf,
  operationsIdOf,
  operationsOfVersion,
  ROW_OPERATIONS,
  rowOperations,
  type ViewOperationCommand,
  viewOperations,
} from '#domain/operations';
import { messageOfProblem, RuleBroken } from '#domain/rules';
import { SYSTEM_ACTOR } from '#domain/users';
import type { BuildStatus, Engines } from '#engines';
import { type Comparison, type DifferingRow, type Position, ROLE } from '#events';
import { createProjector } from '../projector.js';

const differs = ({ onlyOld, onlyNew, different }: Comparison): boolean => onlyOld + onlyNew + different > 0;

/** The result of a comparison as lines for a terminal, with examples of rows that differ. */
const comparisonText = (comparison: Comparison): string => {
  const { rows, onlyOld, onlyNew, different, samples } = comparison;
  if (!differs(comparison)) return `Both builds say the same in all ${rows} rows.`;
  return [
    `Of ${rows} rows ${onlyOld} are only in the old build, ${onlyNew} only in the new one, ${different} differ:`,
    ...samples.map((sample) => `  ${sample.id}: ${differenceText(sample)}`),
  ].join('\n');
};

const differenceText = ({ difference, fields }: DifferingRow): string => {
  if (difference === 'onlyOld') return 'only in the old build';
  if (difference === 'onlyNew') return 'only in the new build';
  return fields
    .map(({ field, old: oldValue, new: newValue, hidden }) =>
      hidden ? `${field} (text)` : `${field} ${oldValue ?? '-'} -> ${newValue ?? '-'}`,
    )
    .join(', ');
};

/** Interval of progress lines where a line cannot be replaced. */
const LINE_INTERVAL_MS = 5_000;

type Terminal = { print(line: string): void; overwrite: ((line: string) => void) | null };

/** Shows the progress of a build: one line that is replaced in a terminal, a line every few seconds elsewhere. */
class ProgressLine {
  private start: { at: number; share: number } | null = null;
  private printedAt = -Infinity;

  constructor(private readonly terminal: Terminal) {}

  show(build: BuildStatus | undefined, head: Position, paused: boolean): void {
    const line = this.lineOf(build, head, paused);
    if (this.terminal.overwrite) this.terminal.overwrite(line);
    else if (performance.now() - this.printedAt >= LINE_INTERVAL_MS) {
      this.terminal.print(line);
      this.printedAt = performance.now();
    }
  }

  private lineOf(build: BuildStatus | undefined, head: Position, paused: boolean): string {
    if (paused) return 'paused';
    if (!build) return 'waiting for the projector';
    const share = Number((BigInt(build.checkpoint.position) * 10_000n) / BigInt(head)) / 10_000;
    if (share >= 1) return 'comparing both builds';
    this.start ??= { at: performance.now(), share };
    const progress = share - this.start.share;
    const remainingTime =
      progress > 0 ? `, about ${duration(((1 - share) * (performance.now() - this.start.at)) / progress)} left` : '';
    return `${(share * 100).toFixed(1)} %, ${build.rows} rows${remainingTime}`;
  }
}

const duration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

type Shell = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projections: readonly Projection<object>[];
  logger: Logger;
  print(line: string): void;
  /** Shows a line that the next one replaces; null where there is no terminal. */
  overwrite: ((line: string) => void) | null;
  /** How long to wait for a running projector to take the recorded event. */
  projectorTimeoutMs?: number;
  pollMs?: number;
};

/** Exit codes of the command. */
const DONE = 0;
const FAILED = 1;
const REFUSED = 2;
const DIFFERENT = 3;

/**
 * Rebuilds a view, or the rows of a consignment, as an operator does in the console: the request is recorded as an
 * event, and the running projector carries it out. If no projector runs, this process runs one until the work is done.
 * Returns the exit code.
 */
export const runRebuildCommand = async (args: RebuildArguments & { reason: string }, shell: Shell): Promise<number> => {
  const { engines, projections, print, projectorTimeoutMs = 5_000, pollMs = 250 } = shell;
  const { eventStore, views } = engines;
  try {
    return 'view' in args ? await rebuildView(args) : await rebuildRowsOfConsignment(args);
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    print(error.problems.map((problem) => messageOfProblem(problem, 'en')).join('\n'));
    return REFUSED;
  }

  async function rebuildView({
    view,
    nextStep,
    reason,
  }: Extract<RebuildArguments, { view: string }> & { reason: string }): Promise<number> {
    const projection = projections.find(({ name }) => name === view);
    if (!projection) {
      print(`There is no view "${view}". There are: ${projections.map(({ name }) => name).join(', ')}`);
      return REFUSED;
    }
    const { version } = projection;
    const execute = (command: ViewOperationCommand, context = operator()) =>
      handle(eventStore, viewOperations, operationsIdOf(view), command, context);
    const loadState = async () =>
      operationsOfVersion((await load(eventStore, viewOperations, operationsIdOf(view))).state, version);
    const loadBuilds = async () =>
      (await views.builds()).filter((build) => build.name === view && build.version === version);

    const runningBuild = (await loadState()).rebuild?.build;
    const context = operator();
    const build = runningBuild ?? buildNameOf(context.at, context.commandId);
    if (runningBuild === undefined) await execute({ type: 'RequestRebuild', version, build, reason }, context);
    print(
      runningBuild === undefined
        ? `${view}: building ${build} beside the live one`
        : `${view}: following ${build}, which is under way already`,
    );

    return withProjector([projection], runningBuild === undefined, async () => {
      const comparison = await waitForComparison();
      if (comparison === null) return FAILED;
      print(comparisonText(comparison));
      if (nextStep === 'stop')
        print(
          'Readers stay with the old build. Switch, or drop the new one, in the console, or run this again with --switch.',
        );
      if (nextStep === 'drop') await execute({ type: 'DropBuild', version, build, reason });
      if (nextStep === 'switch') await switchReaders();
      return nextStep === 'drop' && differs(comparison) ? DIFFERENT : DONE;
    });

    async function waitForComparison(): Promise<Comparison | null> {
      const progress = new ProgressLine(shell);
      for (;;) {
        const { rebuild } = await loadState();
        if (rebuild?.build !== build) {
          print('The rebuild has been cancelled or finished by somebody else.');
          return null;
        }
        if (rebuild.comparison) return rebuild.comparison;
        const status = (await loadBuilds()).find((existing) => existing.build === build);
        if (status?.failure) {
          print(`It stopped at an event: ${status.failure.message}`);
          return null;
        }
        progress.show(status, await eventStore.lastPosition(), rebuild.paused);
        await setTimeout(pollMs);
      }
    }

    async function switchReaders(): Promise<void> {
      const existing = await loadBuilds();
      await execute({
        type: 'SwitchBuild',
        version,
        live: liveOf(existing)?.build ?? '',
        builds: existing.map((status) => status.build),
        reason,
      });
      while (liveOf(await loadBuilds())?.build !== build) await setTimeout(pollMs);
      print('Readers use the new build. The old one is kept: the console can go back to it, or drop it.');
    }
  }

  async function rebuildRowsOfConsignment({
    consignment,
    reason,
  }: {
    consignment: string;
    reason: string;
  }): Promise<number> {
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
        const { events } = await load(eventStore, rowOperations, ROW_OPERATIONS);
        const result = events
          .map(
            (event) =>
              event as unknown as {
                type: string;
                data: { requestId: string; views: { view: string; rows: number; changed: number }[]; message: string };
              },
          )
          .find(({ type, data }) => type !== 'RowsRebuildRequested' && data.requestId === requestId);
        if (result?.type === 'RowsRebuilt') {
          for (const { view, rows, changed } of result.data.views) print(`${view}: ${rows} rows, ${changed} put right`);
          return DONE;
        }
        if (result) {
          print(result.data.message);
          return FAILED;
        }
        await setTimeout(pollMs);
      }
    });
  }

  /**
   * Runs `work`, which waits for a projector. A running projector shows itself by moving its checkpoint to the event
   * that was just recorded; if none does, or if nothing was recorded, this process runs a projector of its own. Two
   * projectors do no harm.
   */
  async function withProjector(
    neededProjections: readonly Projection<object>[],
    isRecorded: boolean,
    work: () => Promise<number>,
  ): Promise<number> {
    if (isRecorded && (await waitForProjector(await eventStore.lastPosition()))) return work();
    print(isRecorded ? 'No projector answers: this process does it.' : 'This process helps.');
    const ownProjector = createProjector({ engines, projections: neededProjections, logger: shell.logger });
    try {
      await ownProjector.ready;
      return await work();
    } finally {
      await ownProjector.stop();
    }
  }

  async function waitForProjector(position: Position): Promise<boolean> {
    for (
      const deadline = performance.now() + projectorTimeoutMs;
      performance.now() < deadline;
      await setTimeout(pollMs)
    ) {
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

export const USAGE = `npm run rebuild -- <view> --reason TEXT [--switch | --compare-only]
npm run rebuild -- --consignment ID --reason TEXT

Builds a view anew beside the live one and compares both; readers stay where they are.
  --switch        sends them to the new build afterwards; the old one is kept, so that the console can go back
  --compare-only  drops the new build after the comparison; exit code 3 when the builds differ
  --consignment   makes the rows of one consignment anew instead, in every view that has any
  --reason        why, 1 to 200 characters; it is recorded

Works beside a running service: on the same DATA_DIR, or with the same URLs in the environment. A rebuild that is
under way already is followed instead of begun. Interrupting this command does not interrupt the rebuild.
`;

type RebuildArguments =
  | { view: string; nextStep: 'stop' | 'switch' | 'drop'; reason: string | null }
  | { consignment: string; reason: string | null };

/** Parses the arguments of `npm run rebuild --`. @throws Error with a message for the terminal */
export const rebuildArguments = (args: string[]): RebuildArguments | 'help' => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      switch: { type: 'boolean' },
      'compare-only': { type: 'boolean' },
      consignment: { type: 'string' },
      reason: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const reason = values.reason?.trim() ?? null;
  if (reason !== null && (reason === '' || reason.length > 200)) throw new Error('The reason has 1 to 200 characters.');
  const [view, ...extraArgs] = positionals;
  if (values.consignment !== undefined) {
    if (view !== undefined || values.switch || values['compare-only']) throw new Error('--consignment goes alone.');
    return { consignment: values.consignment, reason };
  }
  if (view === undefined || extraArgs.length > 0) throw new Error('Name one view.');
  if (values.switch && values['compare-only']) throw new Error('--switch and --compare-only exclude each other.');
  return { view, nextStep: values.switch ? 'switch' : values['compare-only'] ? 'drop' : 'stop', reason };
};
