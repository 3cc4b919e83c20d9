import { HeadConflict, type EventStore } from '#events';
import { earlierOf, load, problem, report, RuleBroken, type Handled, type Report, type ReportCommand } from '#domain';
import type { Asked } from '../consignments/act-on.js';
import type { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Problem } from '../http/problem.js';
import { readableReport } from './find-report.js';

/** One command on one report that the caller may know of. */
export const actOnReport = (
  store: EventStore,
  decisions: Decisions,
  id: string,
  { caller, context }: Asked,
  command: ReportCommand,
): Promise<Handled<Report>> =>
  decisions.decide(
    report,
    id,
    async (state) => {
      await readableReport(store, state, caller);
      return command;
    },
    context,
  );

/** Revision and status after a command on one report. */
export const reportAfterwards = (reportId: string, { state, revision, position }: Handled<Report>) => {
  if (state.phase === 'absent') throw new Error(`report ${reportId} is gone after it was written`);
  return answer({ reportId, revision, reportStatus: state.reportStatus }, { revision, position });
};

/**
 * One command for several reports (ADR-007): all decide first and one refusal appends nothing; then each is appended.
 * @throws Problem 400 without an id; RuleBroken of the first refusal; PARTLY_DONE when a late change stopped it half-way.
 */
export const actOnReports = async (
  store: EventStore,
  decisions: Decisions,
  ids: readonly string[] | undefined,
  { caller, context }: Asked,
  command: ReportCommand,
) => {
  if (!ids) throw Problem.invalid([{ path: 'reportIds', message: 'at least one id is needed' }]);
  const { expectedRevision, ...several } = context;
  if (expectedRevision !== undefined && ids.length > 1)
    throw Problem.invalid([{ path: 'If-Match', message: 'goes with one report only' }]);
  const asked = { caller, context: ids.length > 1 ? several : context };
  for (const id of ids) {
    const { state, past } = await load(store, report, id);
    if (!earlierOf(past, context)) report.decider.decide(command, await readableReport(store, state, caller));
  }
  const done: Handled<Report>[] = [];
  for (const id of ids) {
    try {
      done.push(await actOnReport(store, decisions, id, asked, command));
    } catch (error) {
      const isLate = error instanceof RuleBroken || error instanceof HeadConflict;
      throw isLate && done.length > 0 ? partlyDone(ids, done.length, error) : error;
    }
  }
  return answer(true as const, { position: done.at(-1)?.position ?? null });
};

const partlyDone = (ids: readonly string[], done: number, error: RuleBroken | HeadConflict): RuleBroken => {
  const cause = error instanceof RuleBroken ? problem(error.code, error.params) : problem('CHANGED_MEANWHILE');
  return new RuleBroken(
    problem('PARTLY_DONE', { done: ids.slice(0, done).join(','), notDone: ids.slice(done).join(','), cause }),
  );
};
