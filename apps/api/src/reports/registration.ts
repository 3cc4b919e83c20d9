import { v5 } from 'uuid';
import { type CommandContext, load } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { report, type Report, type ReportCommand } from '#domain/report';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { normalizedNumber } from '#domain/text';
import { fingerprint, type Engines, type Vault } from '#engines';
import { type Actor, REPORT_STATUS } from '#events';
import type { ReadableConsignment } from '../consignments/consignment-access.js';
import type { Decisions } from '../commands/decisions.js';
import { reserveValue } from '../commands/unique-values.js';

const KIND = 'reportNumber';

/** A report number within one testing unit. The log contains only its keyed hash (ADR-002). */
type NumberedReport = { testUnitId: string; reportNumber: string; reportId: string };

/**
 * Reserves a number within a testing unit for a report. @throws RuleBroken REPORT_NUMBER_TAKEN if another report has it
 */
const takeReportNumber = async (
  engines: Engines,
  decisions: Decisions,
  numberedReport: NumberedReport,
  context: CommandContext,
): Promise<void> => {
  const isUsedBy = async (holderId: string) => {
    const { state } = await load(engines.eventStore, report, holderId);
    return (
      state.phase === 'registered' &&
      sameId(state.testUnitId, numberedReport.testUnitId) &&
      normalizedNumber(state.reportNumber) === normalizedNumber(numberedReport.reportNumber)
    );
  };
  try {
    await reserveValue(
      engines,
      decisions,
      {
        kind: KIND,
        value: valueOf(numberedReport),
        holderId: numberedReport.reportId,
        step: `report-number/take/${context.at}`,
        isUsedBy,
      },
      context,
    );
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'VALUE_TAKEN')
      throw new RuleBroken(
        problem('REPORT_NUMBER_TAKEN', { reportNumber: numberedReport.reportNumber }, 'reportNumber'),
      );
    throw error;
  }
};

/** Releases the number of a void report that was never published. A published number is never reused. */
export const releaseReportNumber = async (
  vault: Vault,
  decisions: Decisions,
  reportId: string,
  state: Report,
  context: CommandContext,
): Promise<void> => {
  if (state.phase === 'absent' || state.reportStatus !== REPORT_STATUS.void || state.wasPublished) return;
  const { testUnitId, reportNumber } = state;
  await decisions.decide(
    reservation,
    await streamIdOf(vault, { testUnitId, reportNumber, reportId }),
    { type: 'Release', kind: KIND, holderId: reportId },
    contextFor(`free/${reportId}`, context),
  );
};

const valueOf = ({ testUnitId, reportNumber }: NumberedReport): string =>
  `${testUnitId}/${normalizedNumber(reportNumber)}`;
const streamIdOf = async (vault: Vault, numberedReport: NumberedReport): Promise<string> =>
  reservationId(KIND, await fingerprint(vault, valueOf(numberedReport)));

/** The reservation is a separate stream, so the caller's revision and the command's id do not apply to it. */
const contextFor = (step: string, { expectedRevision: _, ...context }: CommandContext): CommandContext => ({
  ...context,
  commandId: v5(`report-number/${step}/${context.at}`, context.commandId),
});

/**
 * The command that registers a report on the current consignment, for all of its samples unless `sampleIds` names some.
 * @throws RuleBroken NO_SUCH_CONSIGNMENT
 */
export const toRegistration = (
  { id, state, events }: ReadableConsignment,
  by: Actor,
  { reportNumber, sampleIds }: { reportNumber: string; sampleIds?: readonly string[] | undefined },
) => {
  if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  return {
    type: 'RegisterReport',
    by,
    consignmentId: id,
    consignment: state,
    acceptedAt: events.findLast(({ type }) => type === 'SampleConfirmed')?.metadata.at ?? null,
    sampleIds: sampleIds ?? state.samples.map((sample) => sample.id),
    reportNumber: reportNumber.trim(),
  } as const satisfies ReportCommand;
};

/**
 * Reserves the number of a new report after all other checks. @throws RuleBroken as the decider and takeReportNumber
 */
export const reserveReportNumber = async (
  engines: Engines,
  decisions: Decisions,
  command: ReturnType<typeof toRegistration>,
  current: Report,
  { testUnitId, reportId }: Omit<NumberedReport, 'reportNumber'>,
  context: CommandContext,
): Promise<void> => {
  report.decider.decide(command, current); // all other checks run before a number is reserved
  await takeReportNumber(engines, decisions, { testUnitId, reportId, reportNumber: command.reportNumber }, context);
};
