import { z } from 'zod';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { line, paragraphs, search } from './texts.js';

const S = '/api/services/app/SysBaseStandard/';

/**
 * A standard as its administrator sees it. type: 1 basis, 2 evaluation, 3 both. Dates are yyyy-MM-dd. canDelete:
 * nothing in the catalogue refers to it. `revision` is for If-Match.
 */
export const BaseStandard = z.object({
  id: z.string(),
  revision: z.number(),
  baseStandardName: z.string(),
  printsManCode: z.string(),
  type: z.number(),
  executeDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  isExpired: z.boolean(),
  clauseCodes: z.array(z.string()),
  canDelete: z.boolean(),
});
export type BaseStandard = z.infer<typeof BaseStandard>;

const text = line(1000);
const day = line(30)
  .nullable()
  .transform((id) => id || null);
/** On an update, an absent member stays unchanged. */
const standardShape = {
  baseStandardName: text,
  printsManCode: text,
  type: z.literal([1, 2, 3]),
  executeDate: day,
  expireDate: day,
  clauseCodes: z.array(line(100, 1)).max(500),
};
const partialShape = z.object(standardShape).partial().shape;

export const getAllStandard = operation({
  name: 'GetAllStandard',
  method: 'GET',
  path: `${S}GetAllStandard`,
  summary: 'Standards page by page, by number; search matches name and number',
  source: 'CAT-001',
  query: z.object({
    ...page,
    ...atLeast,
    search: search(200).default(''),
    state: z.enum(['', 'valid', 'expired', 'unused']).default(''),
  }),
  result: listOf(BaseStandard),
});
export const baseStandardInsert = operation({
  name: 'BaseStandardInsert',
  method: 'POST',
  path: `${S}Insert`,
  summary: 'Adds a standard; the same number and name are refused',
  source: 'CAT-001',
  body: z.object({ ...partialShape, baseStandardName: text.default(''), printsManCode: text.default('') }),
  result: BaseStandard,
});
export const baseStandardUpdate = operation({
  name: 'BaseStandardUpdate',
  method: 'PUT',
  path: `${S}Update`,
  summary: 'Changes a standard, e.g. when it expires',
  source: 'CAT-001',
  body: z.object({ id: Guid, ...partialShape }),
  result: BaseStandard,
});
export const baseStandardDelete = operation({
  name: 'BaseStandardDelete',
  method: 'DELETE',
  path: `${S}Delete`,
  summary: 'Deletes a standard that nothing of the catalogue names',
  source: 'CAT-001',
  query: z.object({ id: Guid, reason: paragraphs(1000).default('') }),
  result: z.literal(true),
});
