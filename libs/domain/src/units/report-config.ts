import { type ConsignmentHeader, type ConsignType, reportConfigEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { newHeader } from '../consignment/editing.js';
import { problem, refuseIf } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/equality.js';

/** How reports of one kind of consignment are wanted. */
export type ReportWish = Pick<ConsignmentHeader, 'getReportType' | 'reportCount'>;
export type ReportConfig = Readonly<Partial<Record<ConsignType, ReportWish>>>;
export type ReportConfigCommand = { type: 'SaveReportConfig'; consignType: ConsignType; wish: ReportWish };

/** What holds where a unit has set nothing: the constants of K-001. */
export const systemReportWish = (): ReportWish => {
  const { getReportType, reportCount } = newHeader();
  return { getReportType, reportCount };
};

/** What the history compares. */
export const spokenReportConfig = (config: ReportConfig): object =>
  Object.fromEntries(Object.entries(config).map(([consignType, wish]) => [`reportConfig${consignType}`, wish]));

/** reportConfig-<consigning unit>. Electronic reports have no number of copies. @throws RuleBroken REPORT_COUNT_MIN (002 UN-022). */
export const reportConfig: Aggregate<typeof reportConfigEvents, ReportConfigCommand, ReportConfig> = {
  category: 'reportConfig',
  events: reportConfigEvents,
  decider: {
    initialState: {},
    decide({ consignType, wish }, state) {
      refuseIf(
        wish.getReportType !== '10' && wish.reportCount < 1 ? problem('REPORT_COUNT_MIN', {}, 'reportCount') : null,
      );
      return sameFacts(state[consignType], wish) ? [] : [{ type: 'ReportConfigSaved', data: { consignType, ...wish } }];
    },
    evolve: (state, { data: { consignType, ...wish } }) => ({ ...state, [consignType]: wish }),
  },
};
