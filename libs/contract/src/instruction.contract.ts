import { z } from 'zod';
import { INSTRUCTION_KINDS } from '#domain/instructions';
import { InstructionType } from '#events';
import { atLeast, Guid, Guids, listOf, operation, page } from './operation.js';
import { line, opaque, search } from './texts.js';

const S = '/api/services/app/SysOperatingInstruction/';

/**
 * `content` is sanitised HTML. User names are current; they are empty for the platform itself. `revision` is for
 * If-Match.
 */
export const InstructionRow = z.object({
  id: z.string(),
  revision: z.number(),
  type: InstructionType,
  title: z.string(),
  content: z.string(),
  creatorUser: z.string(),
  creationTime: z.string(),
  lastModifierUser: z.string(),
  lastModificationTime: z.string(),
});
export type InstructionRow = z.infer<typeof InstructionRow>;
/** The instruction for readers. Its author is only shown to the administration. */
export const InstructionText = InstructionRow.pick({
  id: true,
  type: true,
  title: true,
  content: true,
  creationTime: true,
  lastModificationTime: true,
});
export type InstructionText = z.infer<typeof InstructionText>;

/**
 * `type` is comma-joined: 0 raw-material pre-consignment, 1 on-site appointment. Missing and too long values are
 * reported by the rules of libs/domain.
 */
const inputShape = {
  type: line(20).default(''),
  title: line(1000).default(''),
  content: opaque(1_000_000).default(''),
};
const writeResult = InstructionRow.pick({ id: true, revision: true });

export const addInstruction = operation({
  name: 'AddInstruction',
  method: 'POST',
  path: `${S}Add`,
  summary: 'Adds an operating instruction; its rich text is sanitised',
  source: 'OI-003',
  body: z.object(inputShape),
  result: writeResult,
});
export const updateInstruction = operation({
  name: 'UpdateInstruction',
  method: 'POST',
  path: `${S}Update`,
  summary: 'Replaces type, title and content of an operating instruction',
  source: 'OI-003',
  body: z.object({ id: Guid, ...inputShape }),
  result: writeResult,
});
export const deleteInstructions = operation({
  name: 'DeleteInstructions',
  method: 'POST',
  path: `${S}Delete`,
  summary: 'Deletes operating instructions; the body is an array of ids',
  source: 'OI-003',
  body: Guids.transform((ids) => ({ ids })),
  result: z.literal(true),
});
export const getInstructionList = operation({
  name: 'GetInstructionList',
  method: 'GET',
  path: `${S}GetPageList`,
  summary: 'Operating instructions page by page; search matches the title',
  source: 'LS-011, OI-004',
  query: z.object({
    ...page,
    ...atLeast,
    maxResultCount: z.coerce.number().int().min(1).max(100).default(10),
    search: search(200).default(''),
    orderField: z.enum(['creationTime', 'lastModificationTime']).default('creationTime'),
    orderMethod: z.enum(['asc', 'desc']).default('desc'),
  }),
  result: listOf(InstructionRow),
});
export const getLatestInstruction = operation({
  name: 'GetLatestInstruction',
  method: 'GET',
  path: `${S}GetLatest`,
  summary: 'The newest operating instruction for a type; null when there is none',
  source: 'OI-005',
  query: z.object({ ...atLeast, type: z.enum(INSTRUCTION_KINDS).default('0') }),
  result: InstructionText.nullable(),
});
export const listInstructionsOfType = operation({
  name: 'ListInstructionsOfType',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/instructions',
  summary: 'Every operating instruction for a type, the newest first',
  source: 'OI-010',
  query: z.object({ ...atLeast, type: z.enum(INSTRUCTION_KINDS).default('0') }),
  result: z.array(InstructionText),
});
