import { z } from 'zod';
import { RecordFieldChange } from './unit.contract.js';
import { Guid, operation } from './operation.js';
import { paragraphs } from './texts.js';

const P = '/api/v1/catalogue/workbook';
/** A laboratory uses its own catalogue. The administrator gives the unit; without one it is the system template. */
const owner = { testUnitId: Guid.optional() };

export const exportCatalogue = operation({
  name: 'ExportCatalogue',
  method: 'GET',
  path: P,
  family: 'v1',
  summary:
    'A catalogue as an .xlsx: samples, parameters with prices and standards, auxiliary properties, raw materials',
  source: 'CAT-002',
  download: true,
  query: z.object(owner),
});

/**
 * One invalid cell: sheet, row number and column letter as in the spreadsheet, the column's head, the cell's value, and
 * the problem.
 */
export const WorkbookProblem = z.object({
  sheet: z.string(),
  row: z.number(),
  column: z.string(),
  head: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
});
export type WorkbookProblem = z.infer<typeof WorkbookProblem>;
/** A price that the workbook removes or sets to 0, in yuan; empty if there is none. */
const EmptiedPrice = z.object({
  sampleId: z.string(),
  sampleCode: z.string(),
  sampleName: z.string(),
  testParamCode: z.string(),
  paramName: z.string(),
  member: z.enum(['price', 'sharedPrice']),
  old: z.string(),
  now: z.string(),
});
/**
 * Result of importing a workbook, or of a dry run. Nothing is imported if one cell is invalid. `problems` has at most
 * 500 entries, `problemCount` is the total. `others` are categories and lists of the system template.
 */
export const WorkbookReport = z.object({
  imported: z.boolean(),
  samples: z.number(),
  parameters: z.number(),
  newParameters: z.number(),
  problemCount: z.number(),
  problems: z.array(WorkbookProblem),
  changes: z.array(
    z.object({
      sampleId: z.string(),
      sampleCode: z.string(),
      sampleName: z.string(),
      changes: z.array(RecordFieldChange),
    }),
  ),
  others: z.array(
    z.object({ sheet: z.string(), id: z.string(), name: z.string(), changes: z.array(RecordFieldChange) }),
  ),
  /** Prices for which the import requires `confirmEmptiedPrices`. */
  emptiedPrices: z.array(EmptiedPrice),
});
export type WorkbookReport = z.infer<typeof WorkbookReport>;
export const checkCatalogueImport = operation({
  name: 'CheckCatalogueImport',
  method: 'POST',
  path: `${P}/check`,
  family: 'v1',
  summary: 'Dry run: what a workbook would change, and every wrong cell; nothing is stored',
  source: 'CAT-002',
  upload: true,
  body: z.object(owner),
  result: WorkbookReport,
});
export const importCatalogue = operation({
  name: 'ImportCatalogue',
  method: 'POST',
  path: `${P}/import`,
  family: 'v1',
  summary:
    'Imports a workbook, all of it or nothing; one that empties prices or sets them to 0 wants confirmEmptiedPrices=true',
  source: 'CAT-002',
  upload: true,
  body: z.object({
    ...owner,
    reason: paragraphs(200).default(''),
    confirmEmptiedPrices: z.enum(['true', 'false']).default('false'),
  }),
  result: WorkbookReport,
});
