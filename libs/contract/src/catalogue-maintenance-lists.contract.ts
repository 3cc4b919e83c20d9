import { z } from 'zod';
import { Guid, operation } from './operation.js';
import { RecordChange } from './unit.contract.js';
import { line, paragraphs } from './texts.js';

const P = '/api/v1/catalogue/lists';
const list = z.string().regex(/^\w{1,50}$/);

/**
 * An entry of a dictionary or of the qualifications. isOff: no longer offered, but readable where it was used. `code`
 * is empty for a qualification, bigCategoryIds for all others.
 */
export const ReferenceListEntry = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  memo: z.string(),
  isOff: z.boolean(),
  bigCategoryIds: z.array(z.string()),
});
export type ReferenceListEntry = z.infer<typeof ReferenceListEntry>;
/**
 * A list of the platform in its order. `isFixed`: the program uses its entries, so it cannot be changed. `revision` is
 * for If-Match.
 */
export const ReferenceListView = z.object({
  name: z.string(),
  isFixed: z.boolean(),
  codes: z.enum(['text', 'number', 'none']).nullable(),
  revision: z.number(),
  entries: z.array(ReferenceListEntry),
});
export type ReferenceListView = z.infer<typeof ReferenceListView>;

export const listReferenceLists = operation({
  name: 'ListReferenceLists',
  method: 'GET',
  path: P,
  family: 'v1',
  summary: 'Every dictionary and the qualifications, what is switched off too',
  source: 'CAT-007',
  result: z.array(ReferenceListView),
});

/** An entry without an id is new. An entry without a code gets one. */
const entryInput = z.object({
  id: Guid.optional(),
  code: line(200).default(''),
  name: line(200),
  memo: paragraphs(1000).default(''),
  isOff: z.boolean().default(false),
  bigCategoryIds: z.array(Guid).max(200).default([]),
});
export const saveReferenceList = operation({
  name: 'KeepReferenceList',
  method: 'PUT',
  path: `${P}/:list`,
  family: 'v1',
  summary:
    'What a list is to hold from now on, in this order; no entry is left out, what is not wanted is switched off',
  source: 'CAT-007',
  query: z.object({ list }),
  body: z.object({ entries: z.array(entryInput).max(500) }),
  result: ReferenceListView,
});
export const getReferenceListChanges = operation({
  name: 'GetReferenceListChanges',
  method: 'GET',
  path: `${P}/:list/changes`,
  family: 'v1',
  summary: 'What changed in a list, newest first',
  source: 'CAT-007',
  query: z.object({ list }),
  result: z.array(RecordChange),
});
