import { z } from 'zod';
import { Guid, operation, ViaLabSystem } from './operation.js';

/** Kinds of records whose changes are told field by field. */
export const RECORD_KINDS = [
  'testingUnit',
  'consigningUnit',
  'project',
  'tenant',
  'category',
  'user',
  'role',
  'notice',
  'instruction',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** `field` is the record's member; of an entry of a list `about` names the entry and `member` its member, empty where the whole entry came or went. */
export const RecordFieldChange = z.object({
  field: z.string(),
  about: z.string(),
  member: z.string(),
  old: z.string(),
  new: z.string(),
});
/** One event of a record: its type, when, by whom (empty for the platform itself), and why where rights were taken away. */
export const RecordChange = z.object({
  id: z.string(),
  action: z.string(),
  at: z.string(),
  by: z.string(),
  via: ViaLabSystem,
  reason: z.string(),
  changes: z.array(RecordFieldChange),
});
export type RecordChange = z.infer<typeof RecordChange>;
export const getRecordChanges = operation({
  name: 'GetRecordChanges',
  method: 'GET',
  path: '/api/v1/records/:kind/:id/changes',
  family: 'v1',
  summary:
    'What changed in a unit (with its control parameters), a project, a tenant, a category of the sample tree, an account, a role, a notice or an instruction, newest first',
  source: 'UN-017',
  query: z.object({ kind: z.enum(RECORD_KINDS), id: Guid }),
  result: z.array(RecordChange),
});
