import { z } from 'zod';
import { normalizedCode } from '#domain/text';
import { line } from './texts.js';

/** Which envelope and status codes an operation speaks (ADR-010). `plain` answers as it is (health, files). */
export type Family = 'platform' | 'pre' | 'v1' | 'plain';

/**
 * One HTTP operation: the api routes, validates, authorises and documents by it, the console calls by it.
 * `query` holds path parameters too (":id" in the path). Names bind case-insensitively on the server.
 */
export type Operation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> = {
  name: string;
  family: Family;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** Requirement ids it answers for, e.g. "API-018". */
  source: string;
  query: Query;
  body: Body;
  result: Result;
  /**
   * The body is multipart/form-data: the members of `body` as fields, and exactly one file in the part named `file`.
   */
  upload?: true;
  /** The body is JSON, or the form of an upload: its members as fields and one file in the part named `file`. */
  orUpload?: true;
  /** Largest file of an upload in bytes where it is not 10 MB. */
  maxFileBytes?: number;
  /** The body is a form, multipart or url-encoded: its members as fields, those that are no text as JSON text. */
  form?: true;
  /** Code of success in the `pre` family where it is another than 20000 (002 PRE-018). */
  successCode?: 21000;
  /** The answer is a file as it is; only a refusal comes in the family's envelope. */
  download?: true;
};

/** Declares an operation. Without `query` or `body` none is accepted. */
export const operation = <
  Query extends z.ZodType = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodType = z.ZodUnknown,
>(declared: {
  name: string;
  family?: Family;
  method: Operation['method'];
  path: string;
  summary: string;
  source: string;
  query?: Query;
  body?: Body;
  result?: Result;
  upload?: true;
  orUpload?: true;
  maxFileBytes?: number;
  form?: true;
  successCode?: 21000;
  download?: true;
}): Operation<Query, Body, Result> =>
  ({
    family: 'platform',
    query: z.object({}),
    body: z.undefined(),
    result: z.unknown(),
    ...declared,
  }) as unknown as Operation<Query, Body, Result>;

/** What a caller sends: query and body members in one object. */
export type QueryOf<Op extends Operation> = z.input<Op['query']>;
export type BodyOf<Op extends Operation> = z.input<Op['body']>;
export type ResultOf<Op extends Operation> = z.output<Op['result']>;

/**
 * On what was done in a session that the laboratory’s own system opened by the secret of its unit; absent elsewhere.
 */
export const ViaLabSystem = z.literal('labSystem').optional();
/** A GUID with or without dashes, in any case; read as lower case with dashes (K-009). */
export const Guid = z
  .string()
  .overwrite(normalizedCode)
  .regex(/^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/)
  .transform((text) =>
    text
      .replaceAll('-', '')
      .toLowerCase()
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );

/**
 * A list parameter: comma-joined, repeated or a list, without empty parts. The server reads `name[]` and `name[0]` as
 * repeated `name`.
 */
export const TextList = z.union([line(20_000), z.array(line(20_000)).max(1000)]).transform((textOrList) =>
  (Array.isArray(textOrList) ? textOrList : [textOrList])
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Several ids: 1 to 100, each once (000.md resolution 22, ADR-007). */
export const Guids = TextList.pipe(z.array(Guid).min(1).max(100)).transform((ids) => [...new Set(ids)]);

/** How far into a list one may ask, in rows and in pages: what engines count exactly, whatever the size of a page. */
const MAX_SKIP = 1_000_000_000;
const MAX_PAGE = 1_000_000;
/** Rows to pass over, 0 unless said. */
export const SkipCount = z.coerce.number().int().min(0).max(MAX_SKIP).default(0);
/** Which page, from 1 on. */
export const PageNumber = z.coerce.number().int().min(1).max(MAX_PAGE).default(1);

export const page = {
  skipCount: SkipCount,
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
};
/** Read-your-writes: answer only when the view has reached this position, or after 2 s with X-Stale (ADR-021). */
export const atLeast = {
  atLeast: z
    .string()
    .regex(/^\d{20}$/)
    .optional(),
};

export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ items: z.array(row), totalCount: z.number(), totalIsCapped: z.boolean().optional() });
