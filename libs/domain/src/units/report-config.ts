import { type ConsignmentHeader, type ConsignType, reportConfigEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { newHeader } from '../consignment/editing.js';
import { problem, refuseIf } from '../rules/rule-broken.js';
import { isJsonEqual } from '../rules/equality.js';

/** The report preferences for one consignment type. */
export type ReportPreference = Pick<ConsignmentHeader, 'getReportType' | 'reportCount'>;
export type ReportConfig = Readonly<Partial<Record<ConsignType, ReportPreference>>>;
export type ReportConfigCommand = { type: 'SaveReportConfig'; consignType: ConsignType; wish: ReportPreference };

/** The default for a unit without settings: the constants of K-001. */
export const defaultReportPreference = (): ReportPreference => {
  const { getReportType, reportCount } = newHeader();
  return { getReportType, reportCount };
};

/** The members that the history compares. */
export const toApiReportConfig = (config: ReportConfig): object =>
  Object.fromEntries(Object.entries(config).map(([consignType, wish]) => [`reportConfig${consignType}`, wish]));

/**
 * Stream reportConfig-<consigning unit>. Electronic reports have no number of copies.
 * @throws RuleBroken REPORT_COUNT_MIN (002 UN-022).
 */
export const reportConfig: Aggregate<typeof reportConfigEvents, ReportConfigCommand, ReportConfig> = {
  category: 'reportConfig',
  events: reportConfigEvents,
  decider: {
    initialState: {},
    decide({ consignType, wish }, state) {
      refuseIf(
        wish.getReportType !== '10' && wish.reportCount < 1 ? problem('REPORT_COUNT_MIN', {}, 'reportCount') : null,
      );
      return isJsonEqual(state[consignType], wish)
        ? []
        : [{ type: 'ReportConfigSaved', data: { consignType, ...wish } }];
    },
    evolve: (state, { data: { consignType, ...wish } }) => ({ ...state, [consignType]: wish }),
  },
};
