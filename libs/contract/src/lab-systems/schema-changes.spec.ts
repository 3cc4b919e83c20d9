import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operations } from '../operations.js';
import { permissions } from '../permissions.js';
import { publishedSchemas, type JsonSchema, type PublishedSchemas } from './published-schemas.js';
import { schemaChanges } from './schema-changes.js';

const committed = JSON.parse(
  readFileSync(new URL('../../../../docs/schemas/lab-systems.json', import.meta.url), 'utf8'),
) as PublishedSchemas;

const json = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;

type Example = { before: z.ZodType; after: z.ZodType; message: RegExp };
const request = z.object({ name: z.string().max(50), status: z.enum(['open', 'closed']), note: z.string().optional() });
const result = z.object({
  id: z.string(),
  count: z.number(),
  status: z.enum(['open', 'closed']),
  remark: z.string().optional(),
  rows: z.array(z.object({ name: z.string() })),
});

const brokenRequests: Record<string, Example> = {
  'a member is removed': { before: request, after: request.omit({ note: true }), message: /note: removed/ },
  'a required member is new': {
    before: request,
    after: request.extend({ unit: z.string() }),
    message: /unit: new and/,
  },
  'a member becomes required': { before: request, after: request.required(), message: /note: is required now/ },
  'a type changes': { before: request, after: request.extend({ name: z.number() }), message: /name: was string/ },
  'a value is removed': {
    before: request,
    after: request.extend({ status: z.enum(['open']) }),
    message: /closed removed/,
  },
  'a text may only be shorter': {
    before: request,
    after: request.extend({ name: z.string().max(20) }),
    message: /name: maxLength was 50, is 20/,
  },
  'a pattern is new': {
    before: request,
    after: request.extend({ name: z.string().max(50).regex(/^x/) }),
    message: /name: pattern changed/,
  },
  'null is no longer taken': {
    before: request.extend({ note: z.string().nullable() }),
    after: request.extend({ note: z.string() }),
    message: /note: is null no longer/,
  },
  'a free text becomes a choice': {
    before: request,
    after: request.extend({ name: z.enum(['a', 'b']) }),
    message: /name: takes only a, b now/,
  },
};
const brokenResults: Record<string, Example> = {
  'a member is removed': { before: result, after: result.omit({ count: true }), message: /count: removed/ },
  'a member of a row is removed': {
    before: result,
    after: result.extend({ rows: z.array(z.object({})) }),
    message: /rows\[\]\.name: removed/,
  },
  'a type changes': { before: result, after: result.extend({ count: z.string() }), message: /count: was number/ },
  'a member may be absent': {
    before: result,
    after: result.partial({ count: true }),
    message: /count: may be absent now/,
  },
  'a member may be null': {
    before: result,
    after: result.extend({ count: z.number().nullable() }),
    message: /count: may be null now/,
  },
  'an optional member may be null': {
    before: result,
    after: result.extend({ remark: z.string().nullable().optional() }),
    message: /remark: may be null now/,
  },
  'a value is removed': {
    before: result,
    after: result.extend({ status: z.enum(['open']) }),
    message: /closed removed/,
  },
  'a choice becomes a free text': {
    before: result,
    after: result.extend({ status: z.string() }),
    message: /no longer limited/,
  },
};
const additive: Record<string, [z.ZodType, z.ZodType, 'input' | 'output']> = {
  'an optional member of a request': [request, request.extend({ unit: z.string().optional() }), 'input'],
  'a value that a request may hold': [request, request.extend({ status: z.enum(['open', 'closed', 'void']) }), 'input'],
  'a longer text of a request': [request, request.extend({ name: z.string().max(90) }), 'input'],
  'null where a request took a text': [request, request.extend({ name: z.string().max(50).nullable() }), 'input'],
  'a member of a result': [result, result.extend({ unit: z.string() }), 'output'],
  'a value of a result': [result, result.extend({ status: z.enum(['open', 'closed', 'void']) }), 'output'],
  'a member that is always there now': [result, result.required(), 'output'],
};

describe('the published schemas of lab systems', () => {
  it('have no breaking change since they were accepted', () => {
    const { breaking } = schemaChanges(committed, publishedSchemas(operations, permissions));
    expect(breaking).toEqual([]);
  });

  it('contain events and the operations of access keys, but none of the login', () => {
    const names = Object.keys(publishedSchemas(operations, permissions));
    expect(names).toContain('event consignment.submitted.v1');
    expect(names).toContain('POST /api/services/app/ILISIntegration/PushConsignStatus body');
    expect(names).toContain('GET /api/v1/feed result');
    expect(names.filter((name) => name.includes('TokenAuth'))).toEqual([]);
  });

  it.each(Object.entries(brokenRequests))(
    'have a breaking change of a request if %s',
    (_, { before, after, message }) => {
      const { breaking } = schemaChanges(
        { 'POST /x body': json(before, 'input') },
        { 'POST /x body': json(after, 'input') },
      );
      expect(breaking).toEqual([expect.stringMatching(message)]);
    },
  );

  it.each(Object.entries(brokenResults))(
    'have a breaking change of a result if %s',
    (_, { before, after, message }) => {
      const [oldSchema, newSchema] = [json(before, 'output'), json(after, 'output')];
      expect(schemaChanges({ 'POST /x result': oldSchema }, { 'POST /x result': newSchema }).breaking).toEqual([
        expect.stringMatching(message),
      ]);
      expect(schemaChanges({ 'event x.v1': oldSchema }, { 'event x.v1': newSchema }).breaking).toHaveLength(1);
    },
  );

  it('have a breaking change if a whole schema is removed', () => {
    expect(schemaChanges({ 'event x.v1': json(result, 'output') }, {}).breaking).toEqual(['event x.v1: removed']);
  });

  it.each(Object.entries(additive))('accept %s as an addition', (_, [before, after, io]) => {
    const name = io === 'input' ? 'POST /x body' : 'POST /x result';
    const { breaking, additive: additions } = schemaChanges({ [name]: json(before, io) }, { [name]: json(after, io) });
    expect([breaking, additions.length]).toEqual([[], 1]);
  });

  it('can be compared if they refer to themselves', () => {
    type Tree = { name: string; children: Tree[] };
    const tree: z.ZodType<Tree> = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    const schema = json(tree, 'output');
    expect(schemaChanges({ 'event x.v1': schema }, { 'event x.v1': schema })).toEqual({ breaking: [], additive: [] });
  });
});
