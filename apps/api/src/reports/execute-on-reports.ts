import type { EventStore, Position } from '#events';
import { findEarlierEvent, load, type CommandResult } from '#domain/event-sourcing';
import { report, type Report, type ReportCommand } from '#domain/report';
import type { CommandRequest } from '../consignments/consignment-access.js';
import { type Decisions, decideEach } from '../commands/decisions.js';
import { Problem } from '../http/problem.js';
import { requireReadableReport } from './find-report.js';

/** Executes a command on one report that the caller may read. */
export const executeOnReport = (
  store: EventStore,
  decisions: Decisions,
  id: string,
  { caller, context }: CommandRequest,
  command: ReportCommand,
): Promise<CommandResult<Report>> =>
  decisions.decide(
    report,
    id,
    async (state) => {
      await requireReadableReport(store, state, caller);
      return command;
    },
    context,
  );

/**
 * Executes one command on several reports (ADR-007). All are decided first, and one refusal prevents all appends. Then
 * each is appended.
 * @throws Problem 400 without an id; RuleBroken of the first refusal; PARTLY_DONE if a concurrent change stops the
 * appends part-way.
 */
export const executeOnReports = async (
  store: EventStore,
  decisions: Decisions,
  ids: readonly string[] | undefined,
  { caller, context }: CommandRequest,
  command: ReportCommand,
): Promise<Position | null> => {
  if (!ids) throw Problem.invalid([{ path: 'reportIds', message: 'at least one id is needed' }]);
  const { expectedRevision, ...several } = context;
  if (expectedRevision !== undefined && ids.length > 1)
    throw Problem.invalid([{ path: 'If-Match', message: 'goes with one report only' }]);
  const options = { caller, context: ids.length > 1 ? several : context };
  const done = await decideEach(ids, {
    check: async (id) => {
      const { state, events } = await load(store, report, id);
      if (!findEarlierEvent(events, context))
        report.decider.decide(command, await requireReadableReport(store, state, caller));
    },
    append: (id) => executeOnReport(store, decisions, id, options, command),
  });
  return done.at(-1)?.position ?? null;
};
