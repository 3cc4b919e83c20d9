import { z } from 'zod';
import { RecordChange } from './unit.contract.js';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { line, paragraphs, search, countInput } from './texts.js';

const P = '/api/v1/catalogue/packs';

/**
 * A laboratory edits its own packs and omits this. The administrator gives the unit; without one it is the system
 * template.
 */
const owner = { testUnitId: Guid.optional() };
const reason = paragraphs(1000).default('');

/**
 * A pack as its editors see it, with `params` in its order. `revision` is for If-Match; null while a unit has no copy.
 * `origin`: of the template, a unit's copy of it, or a unit's own. isDeleted: the unit does not offer it.
 */
export const CataloguePackView = z.object({
  id: z.string(),
  revision: z.number().nullable(),
  name: z.string(),
  sampleId: z.string(),
  sampleName: z.string(),
  exposed: z.boolean(),
  orderNum: z.number(),
  params: z.array(z.object({ id: z.string(), name: z.string() })),
  origin: z.enum(['template', 'copy', 'own']),
  isDeleted: z.boolean(),
});
export type CataloguePackView = z.infer<typeof CataloguePackView>;

/** On a change, an absent member stays unchanged. Parameters get the standards that their sample offers by default. */
const packShape = {
  name: line(1000),
  exposed: z.boolean(),
  orderNum: countInput({ min: 0, max: 1_000_000 }),
  paramIds: z.array(Guid).max(200),
};
const partialShape = z.object(packShape).partial().shape;

export const listPacks = operation({
  name: 'ListPacks',
  method: 'GET',
  path: P,
  family: 'v1',
  summary: 'Parameter packs page by page; search matches name and sample',
  source: 'CAT-002',
  query: z.object({
    ...owner,
    ...page,
    ...atLeast,
    search: search(200).default(''),
    state: z.enum(['', 'own', 'withdrawn']).default(''),
  }),
  result: listOf(CataloguePackView),
});
export const addPack = operation({
  name: 'AddPack',
  method: 'POST',
  path: P,
  family: 'v1',
  summary: 'Adds a parameter pack to a sample',
  source: 'CAT-002',
  body: z.object({ ...owner, ...partialShape, sampleId: Guid }),
  result: CataloguePackView,
});
export const changePack = operation({
  name: 'ChangePack',
  method: 'PUT',
  path: `${P}/:packId`,
  family: 'v1',
  summary: 'Changes a parameter pack; a testing unit has its own copy from then on',
  source: 'CAT-002',
  query: z.object({ packId: Guid }),
  body: z.object({ ...owner, ...partialShape }),
  result: CataloguePackView,
});
export const withdrawPack = operation({
  name: 'WithdrawPack',
  method: 'DELETE',
  path: `${P}/:packId`,
  family: 'v1',
  summary: 'Deletes a parameter pack; a testing unit does not offer one of the template any more',
  source: 'CAT-002',
  query: z.object({ packId: Guid, ...owner, reason }),
  result: z.literal(true),
});
export const resetPack = operation({
  name: 'ResetPack',
  method: 'POST',
  path: `${P}/:packId/reset`,
  family: 'v1',
  summary: 'Deletes the copy of a pack of a testing unit; the template applies again',
  source: 'CAT-002',
  query: z.object({ packId: Guid }),
  body: z.object({ ...owner, reason }),
  result: CataloguePackView,
});
export const getPackChanges = operation({
  name: 'GetPackChanges',
  method: 'GET',
  path: `${P}/:packId/changes`,
  family: 'v1',
  summary: 'What changed in a pack, for a unit in its own copy too, newest first',
  source: 'CAT-002',
  query: z.object({ packId: Guid, ...owner }),
  result: z.array(RecordChange),
});
