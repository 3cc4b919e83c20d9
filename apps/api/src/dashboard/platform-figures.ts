import type { Dashboard, LaboratoryFigures } from '#contract';
import { startOfDayInChina } from '#domain/time';
import { consigningUnits, testingUnits, type TestingUnitRow } from '#domain/units';
import { consignmentList } from '#domain/views';
import type { Condition, Engines, Group, Views } from '#engines';
import { sumCounts } from './consignment-figures.js';
import type { Periods } from './periods.js';

/**
 * The further figures of administrators and auditors: how many units are active, and the figures of each laboratory.
 * The names of the units come from their own view, not row by row.
 */
export const platformFigures = async (
  views: Views,
  where: Condition[],
  periods: Periods,
): Promise<NonNullable<Dashboard['platform']>> => {
  const groups = (columns: string[], ...conditions: Condition[]) =>
    views.countGroups(consignmentList, columns, { where: [...where, ...conditions] });
  const recently: Condition = { column: 'commitDay', from: periods.last30Days.from };
  const audited: Condition = { column: 'auditedAt', from: startOfDayInChina(periods.last30Days.from) };
  const [laboratories, consigning, submitted, clients, awaitingAudit, verdicts, hours] = await Promise.all([
    views.find<TestingUnitRow>(testingUnits, {
      where: [{ column: 'isActive', eq: 1 }],
      sort: [{ column: 'unitNo', direction: 'asc' }],
    }),
    views.find(consigningUnits, { limit: 0 }),
    groups(['testUnitId'], recently),
    groups(['consignUnitId'], recently),
    groups(['testUnitId'], { column: 'consignStatus', eq: 20 }),
    groups(['testUnitId', 'rejections'], audited),
    views.quantiles(consignmentList, { column: 'auditHours', at: [0.5], by: 'testUnitId', where: [...where, audited] }),
  ]);
  const figuresOf = ({ id, testUnitName }: TestingUnitRow): LaboratoryFigures => ({
    testUnitId: id,
    testUnitName,
    submitted: sumCounts(ofUnit(submitted, id)),
    awaitingAudit: sumCounts(ofUnit(awaitingAudit, id)),
    audited: sumCounts(ofUnit(verdicts, id)),
    passedAtOnce: sumCounts(ofUnit(verdicts, id).filter(({ values: [, rejections] }) => rejections === 0)),
    medianAuditHours: hours.find(({ by }) => by === id)?.at[0] ?? null,
  });
  const figures = laboratories.rows.map(figuresOf);
  return {
    consigningUnits: { active: clients.length, all: consigning.total },
    testingUnits: { active: figures.filter(({ submitted: some }) => some > 0).length, all: figures.length },
    laboratories: figures,
  };
};

const ofUnit = (groups: readonly Group[], id: string): Group[] =>
  groups.filter(({ values: [unitId] }) => unitId === id);

/**
 * Problems of the platform: views whose projector stopped, and jobs whose attempts are used up. Also the units that
 * wait to be opened.
 */
export const platformProblems = async ({
  views,
  jobs,
}: Pick<Engines, 'views' | 'jobs'>): Promise<NonNullable<Dashboard['attention']>> => {
  const waitingUnits = { where: [{ column: 'opening', eq: 'waiting' }], limit: 0 };
  const [builds, failed, consigning, testing] = await Promise.all([
    views.builds(),
    jobs.find({ state: 'failed', limit: 1 }),
    views.find(consigningUnits, waitingUnits),
    views.find(testingUnits, waitingUnits),
  ]);
  return {
    stoppedViews: builds.flatMap(({ name, active, failure }) =>
      active && failure ? [{ name, since: failure.at }] : [],
    ),
    failedJobs: failed.total,
    waitingUnits: { consigning: consigning.total, testing: testing.total },
  };
};
