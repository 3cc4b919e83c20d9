import { z } from 'zod';
import { AccessoryTypeView } from './file.contract.js';
import { Guid, operation } from './operation.js';
import { line, paragraphs, countInput } from './texts.js';

const S = '/api/services/app/SysAccessoryType/';

/**
 * Members of an attachment type. type: 0 raw material, 1 any other kind. On an update, an absent member stays
 * unchanged.
 */
const inputShape = z
  .object({
    name: line(1000),
    enable: z.boolean(),
    isRequire: z.boolean(),
    orderNum: countInput({ min: 0, max: 1_000_000 }),
  })
  .partial().shape;

/** A laboratory creates its own types. The administrator creates types for every testing unit, or for the given one. */
export const accessoryTypeCreate = operation({
  name: 'AccessoryTypeCreate',
  method: 'POST',
  path: `${S}Create`,
  summary: 'Adds a kind of attachment',
  source: 'CAT-004',
  body: z.object({ ...inputShape, type: z.literal([0, 1]), testUnitId: Guid.nullable().optional() }),
  result: AccessoryTypeView,
});
export const accessoryTypeUpdate = operation({
  name: 'AccessoryTypeUpdate',
  method: 'PUT',
  path: `${S}Update`,
  summary: 'Changes a kind of attachment',
  source: 'CAT-004',
  body: z.object({ id: Guid, ...inputShape }),
  result: AccessoryTypeView,
});
export const accessoryTypeDelete = operation({
  name: 'AccessoryTypeDelete',
  method: 'DELETE',
  path: `${S}Delete`,
  summary: 'Deletes a kind of attachment; files of it stay where they are',
  source: 'CAT-004',
  query: z.object({ id: Guid, reason: paragraphs(1000).default('') }),
  result: z.literal(true),
});
