import { z } from 'zod';
import type { Operation } from '../operation.js';
import type { Permission } from '../permissions.js';
import { eventTypes } from './event-types.js';

export type JsonSchema = Record<string, unknown>;

/** Schemas for integrators, by name: `event consignment.submitted.v1`, `POST /api/... body`, `GET /api/... result`. */
export type PublishedSchemas = Record<string, JsonSchema>;

/**
 * The schemas that lab systems and ERPs depend on: the data of every event type, and query, body and result of every
 * operation that an access key may call. `schemaChanges` compares them with a committed copy, so that a breaking change
 * is noticed before its release (LAB section 3).
 */
export const publishedSchemas = (
  operations: readonly Operation[],
  permissions: Record<string, Permission>,
): PublishedSchemas => {
  const schemas: PublishedSchemas = {};
  for (const { name, schema } of eventTypes) schemas[`event ${name}`] = toJson(schema, 'output');
  for (const { name, method, path, query, body, result, family } of operations) {
    const permission = permissions[name];
    if (typeof permission !== 'object' || !('scope' in permission)) continue;
    const route = `${method} ${path}`;
    schemas[`${route} query`] = toJson(query, 'input');
    if (!(body instanceof z.ZodUndefined)) schemas[`${route} body`] = toJson(body, 'input');
    if (family !== 'plain') schemas[`${route} result`] = toJson(result, 'output');
  }
  return Object.fromEntries(Object.entries(schemas).toSorted(([left], [right]) => (left < right ? -1 : 1)));
};

const toJson = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return json;
};
