import { z } from 'zod';
import { RecordFieldChange } from './unit.contract.js';
import { Guid, operation } from './operation.js';
import { paragraphs } from './texts.js';

const P = '/api/v1/catalogue/workbook';
/** A laboratory's own catalogue; the administrator names whose, and without a unit means the system template. */
const whose = { testUnitId: Guid.optional() };

export const exportCatalogue = operation({
  name: 'ExportCatalogue',
  method: 'GET',
  path: P,
  family: 'v1',
  summary:
    'A catalogue as an .xlsx: samples, parameters with prices and standards, auxiliary properties, raw materials',
  source: 'CAT-002',
  download: true,
  query: z.object(whose),
});

/**
 * One wrong cell: sheet, row as the spreadsheet counts, column as a letter with its head, what stands there, and what
 * is wrong with it.
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
/**
 * What importing the workbook does, or would do: nothing at all while one cell is wrong. `problems` are at most 500,
 * `problemCount` all; `others` are categories and lists of the system template.
 */
/** A price that the workbook takes away or sets to 0, in yuan; empty without one. */
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
  /** Those that the import wants `confirmEmptiedPrices` for. */
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
  body: z.object(whose),
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
    ...whose,
    reason: paragraphs(200).default(''),
    confirmEmptiedPrices: z.enum(['true', 'false']).default('false'),
  }),
  result: WorkbookReport,
});
