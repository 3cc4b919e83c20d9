import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** reportConfig-<consigning unit>: how it wants its reports, for one kind of consignment (002 UN-022). */
export const reportConfigEvents = {
  ReportConfigSaved: defineEvent(
    z.object({
      consignType: z.literal([1, 2, 3]),
      getReportType: z.enum(['1', '3', '10']),
      reportCount: z.number().int().min(0),
    }),
  ),
};
export type ReportConfigEvent = EventOf<typeof reportConfigEvents>;
