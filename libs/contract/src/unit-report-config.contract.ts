import { z } from 'zod';
import { Guid, operation } from './operation.js';
import { countInput } from './texts.js';

const S = '/api/services/app/BaConsignUnitReportConfig/';
const ConsignType = z.coerce.number().pipe(z.literal([1, 2, 3]));

/**
 * Report preferences of a consigning unit for one consignment type: 1 picked up, 3 mailed, 10 electronic, and the
 * number of copies. `isSystem`: the unit has set nothing, so it is the system's default.
 */
export const ReportConfig = z.object({
  id: z.string(),
  consignUnitId: z.string(),
  consignType: z.number(),
  getReportType: z.enum(['1', '3', '10']),
  reportCount: z.number(),
  isSystem: z.boolean(),
});
export type ReportConfig = z.infer<typeof ReportConfig>;

export const getReportConfigSysList = operation({
  name: 'GetReportConfigSysList',
  method: 'GET',
  path: `${S}GetSysList`,
  summary: 'The defaults for each kind of consignment, for units that have set nothing',
  source: 'UN-022',
  result: z.array(ReportConfig),
});
/** Without a unit, the caller's own. */
export const getReportConfigList = operation({
  name: 'GetReportConfigList',
  method: 'GET',
  path: `${S}GetList`,
  summary: 'What a consigning unit has set, for one kind of consignment or all',
  source: 'UN-022',
  query: z.object({ consignType: ConsignType.optional(), consignUnitId: Guid.optional() }),
  result: z.array(ReportConfig),
});
export const saveReportConfig = operation({
  name: 'SaveReportConfig',
  method: 'POST',
  path: `${S}Save`,
  summary: 'Sets how a consigning unit wants the reports of one kind of consignment',
  source: 'UN-022',
  body: z.object({
    consignUnitId: Guid.optional(),
    consignType: ConsignType,
    getReportType: z.enum(['1', '3', '10']),
    reportCount: countInput({ min: 0, max: 100 }),
  }),
  result: ReportConfig,
});
