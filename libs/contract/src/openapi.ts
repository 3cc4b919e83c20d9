import { z } from 'zod';
import type { Family, Operation } from './operation.js';
import type { Permission } from './permissions.js';

type JsonSchema = Record<string, unknown>;

const ERRORS: Record<string, string> = {
  400: 'The input is not valid: every problem with its path',
  401: 'No session',
  403: 'Not for this role',
  404: 'Unknown id',
  409: 'A rule forbids it: stable code',
  405: 'The path has no such method: Allow names those it has',
  412: 'If-Match names a revision that is not the newest, or If-None-Match stands where something was written',
  413: 'The body is too large',
  415: 'The body is of another kind or charset than is read here, or compressed: Accept-Encoding says identity',
  422: 'The Idempotency-Key came before with another body',
  431: 'The headers are too large',
  503: 'An engine is not reachable, or a view is still being built',
};
/** Rules that apply to every operation. */
const DESCRIPTION = [
  [
    'Answers are JSON in UTF-8, whatever Accept says, except files and event streams. Refusals come in the shape',
    "of the address: the platform's envelope below /api/services/app and /api/TokenAuth, `{ code, message, data",
    '}` below /api/pre, /api/specification and /api/dictionaryController, a problem (RFC 9457) everywhere else.',
    'That holds for addresses, methods and headers too that there are none of.',
  ],
  [
    '**Languages.** Sentences are in the language that Accept-Language prefers by its weights: Chinese (zh),',
    'English (en) or Spanish (es), Chinese for any other. Content-Language names it where an answer holds such',
    'sentences.',
  ],
  [
    '**Bodies.** An empty body is no body, whatever its headers say of it. Bodies are JSON or, where an operation',
    'takes one, a form; they may not be compressed (415 with `Accept-Encoding: identity`).',
  ],
  [
    '**Charsets.** UTF-8 holds where none is named. The parameter `charset` of the Content-Type may name UTF-8,',
    'UTF-16 (a byte order mark says which; little-endian without one), GBK, GB2312 or GB18030, for JSON, for',
    'url-encoded forms, for a form of parts and for each field of one; a field `_charset_` names it for a form,',
    'too. Any other is a 415; bytes that are none of the charset are a 400 with the path, the field or the part.',
    'Escapes in addresses are UTF-8.',
  ],
  [
    '**Names of files** in a form of parts are in the charset that the Content-Type of the request names. Where',
    'that names none they are UTF-8, and GB18030 if they are not valid UTF-8 but valid GB18030; `filename*` says',
    'its charset itself and wins. A few short names are valid in both: who sends GBK does better to name it.',
  ],
]
  .map((lines) => lines.join(' '))
  .join('\n\n');

const ISSUES = {
  type: 'array',
  items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
};

/**
 * OpenAPI 3.1 document of the given operations. It is generated from the schemas that are used for validation,
 * authorisation and responses. `x-roles` are the people who may call: "public", "signedIn" or role keys. `x-scope` is
 * the scope that an access key needs ("" for any key). `x-source` is the requirement.
 */
export const openApiDocument = (
  operations: readonly Operation[],
  permissions: Record<string, Permission>,
): JsonSchema => {
  const schemas: JsonSchema = {};
  const paths: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describe(operation, permissions[operation.name], schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Consignment platform', version: '1', description: DESCRIPTION },
    paths,
    components: {
      schemas,
      responses: failureResponses(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        accessKey: { type: 'http', scheme: 'bearer', bearerFormat: 'lk_<id>_<secret>' },
      },
    },
  };
};

const describe = (
  { name, family, path, method, summary, source, query, body, result, successCode, ...kinds }: Operation,
  permission: Permission | undefined,
  schemas: JsonSchema,
): JsonSchema => ({
  operationId: name,
  summary,
  tags: [path.startsWith('/api/v1/') ? 'v1' : (path.split('/').at(-2) ?? family)],
  'x-source': source,
  ...accessTo(permission),
  parameters: [
    ...parametersOf(path, toJson(query, 'input', schemas)),
    ...(family === 'pre' ? [UNIT_CODE] : []),
    ...(method === 'GET' ? [] : [IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH]),
  ],
  ...requestBodyOf(body, kinds, schemas),
  responses: {
    200:
      family === 'plain' || kinds.download
        ? { description: 'The content' }
        : {
            description: 'Done',
            content: {
              'application/json': { schema: enveloped(family, toJson(result, 'output', schemas), successCode) },
            },
          },
    ...Object.fromEntries(
      Object.keys(ERRORS).map((status) => [status, { $ref: `#/components/responses/${family}${status}` }]),
    ),
  },
});

const accessTo = (permission: Permission | undefined): JsonSchema => {
  if (typeof permission !== 'object' || !('scope' in permission))
    return { 'x-roles': permission, security: permission === 'public' ? [] : [{ bearer: [] }] };
  const people = permission.people.length > 0 ? [{ bearer: [] }] : [];
  return {
    'x-roles': permission.people,
    'x-scope': permission.scope ?? '',
    security: [{ accessKey: [] }, ...people, ...(permission.authCode ? [{}] : [])],
  };
};

const requestBodyOf = (
  body: z.ZodType,
  { upload, orUpload, form }: Pick<Operation, 'upload' | 'orUpload' | 'form'>,
  schemas: JsonSchema,
): JsonSchema => {
  const isAbsent = body instanceof z.ZodUndefined;
  if (isAbsent && !upload) return {};
  const schema = isAbsent ? {} : toJson(body, 'input', schemas);
  return {
    requestBody: {
      required: upload === true || !body.safeParse(undefined).success,
      content: {
        ...(upload ? {} : { [form ? 'multipart/form-data' : 'application/json']: { schema } }),
        ...(upload || orUpload ? { 'multipart/form-data': { schema: withFile(schema) } } : {}),
      },
    },
  };
};

/** The fields of an upload together with its file. */
const withFile = (fields: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { ...(fields['properties'] as JsonSchema | undefined), file: { type: 'string', format: 'binary' } },
  required: [...((fields['required'] as string[] | undefined) ?? []), 'file'],
});

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The same key again is answered with the first result; with another body it is refused',
};
const UNIT_CODE = {
  name: 'Unit-Code',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'Whose catalogue is asked for: the testing unit’s code, up to its first underscore',
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'Revision the caller decided on, as ETag gave it',
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { const: '*' },
  description: 'Only if nothing was written yet: for what is shown with the revision null',
};

const parametersOf = (path: string, schema: JsonSchema): JsonSchema[] => {
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, parameterSchema]) => {
    const inPath = path.split('/').includes(`:${name}`);
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || required.includes(name),
      schema: parameterSchema,
    };
  });
};

/** Named schemas (`.meta({ id })`) are moved to the components; all others stay inline. */
const toJson = (schema: z.ZodType, io: 'input' | 'output', schemas: JsonSchema): JsonSchema => {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  Object.assign(schemas, withComponentReferences($defs ?? {}) as JsonSchema);
  return withComponentReferences(json) as JsonSchema;
};

const withComponentReferences = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withComponentReferences);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : withComponentReferences(value),
    ]),
  );
};

const enveloped = (family: Family, result: JsonSchema, successCode = 20000): JsonSchema => {
  switch (family) {
    case 'platform':
      return object({
        result,
        success: { type: 'boolean' },
        error: { type: ['object', 'null'] },
        unAuthorizedRequest: { type: 'boolean' },
        targetUrl: { type: 'null' },
        __abp: { const: true },
      });
    case 'pre':
      return object({ code: { const: successCode }, message: { type: 'string' }, data: result });
    case 'v1':
    case 'plain':
      return result;
  }
};

/**
 * Error responses as components, because all operations share them. Written out they would be nine tenths of the
 * document.
 */
const failureResponses = (): JsonSchema =>
  Object.fromEntries(
    FAMILIES.flatMap((family) =>
      Object.entries(ERRORS).map(([status, description]) => [
        `${family}${status}`,
        { description, content: failureOf(family) },
      ]),
    ),
  );

const FAMILIES: Family[] = ['platform', 'pre', 'v1', 'plain'];

const failureOf = (family: Family): JsonSchema => {
  const text = { type: 'string' };
  switch (family) {
    case 'platform':
      return {
        'application/json': {
          schema: object({
            result: { type: 'null' },
            success: { const: false },
            error: object({ code: text, message: text, details: text, validationErrors: { type: ['array', 'null'] } }),
            unAuthorizedRequest: { type: 'boolean' },
            targetUrl: { type: 'null' },
            __abp: { const: true },
          }),
        },
      };
    case 'pre':
      return {
        'application/json': {
          schema: {
            ...object({ code: { type: 'integer' }, message: text, data: { type: 'null' } }),
            properties: {
              code: { type: 'integer' },
              message: text,
              data: { type: 'null' },
              reason: text,
              errors: ISSUES,
            },
          },
        },
      };
    case 'v1':
    case 'plain':
      return {
        'application/problem+json': {
          schema: {
            ...object({
              type: text,
              title: text,
              status: { type: 'integer' },
              detail: text,
              code: text,
              instance: text,
            }),
            properties: {
              type: text,
              title: text,
              status: { type: 'integer' },
              detail: text,
              code: text,
              instance: text,
              errors: ISSUES,
            },
          },
        },
      };
  }
};

const object = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
