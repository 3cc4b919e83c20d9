import { z } from 'zod';
import { atLeast, Guid, listOf, operation, page } from './operation.js';

const P = '/api/v1/catalogue/packs';

/** A pack as its administrator keeps it; `params` in its order. `revision` goes into If-Match. */
export const KeptPack = z.object({ id: z.string(), revision: z.number(), name: z.string(), sampleId: z.string(), sampleName: z.string(), exposed: z.boolean(), orderNum: z.number(), params: z.array(z.object({ id: z.string(), name: z.string() })) });
export type KeptPack = z.infer<typeof KeptPack>;

/** On a change an absent member stays as it is; parameters come with the standards their sample offers by default. */
const typed = { name: z.string().trim().max(1000), exposed: z.boolean(), orderNum: z.number().int().min(0).max(1_000_000), paramIds: z.array(Guid).max(200) };
const some = z.object(typed).partial().shape;

export const listPacks = operation({ name: 'ListPacks', method: 'GET', path: P, family: 'v1', summary: 'Parameter packs page by page; search matches name and sample', source: 'CAT-002', query: z.object({ ...page, ...atLeast, search: z.string().max(200).default('') }), result: listOf(KeptPack) });
export const addPack = operation({ name: 'AddPack', method: 'POST', path: P, family: 'v1', summary: 'Adds a parameter pack to a sample', source: 'CAT-002', body: z.object({ ...some, sampleId: Guid }), result: KeptPack });
export const changePack = operation({ name: 'ChangePack', method: 'PUT', path: `${P}/:packId`, family: 'v1', summary: 'Changes a parameter pack', source: 'CAT-002', query: z.object({ packId: Guid }), body: z.object(some), result: KeptPack });
export const withdrawPack = operation({ name: 'WithdrawPack', method: 'DELETE', path: `${P}/:packId`, family: 'v1', summary: 'Deletes a parameter pack', source: 'CAT-002', query: z.object({ packId: Guid, reason: z.string().max(1000).default('') }), result: z.literal(true) });
