import { z } from 'zod';
import { normalizedCode } from '#domain/text';
import { line } from './texts.js';

/** Envelope and status codes of an operation (ADR-010). `plain` has no envelope (health, files). */
export type Family = 'platform' | 'pre' | 'v1' | 'plain';

/**
 * One HTTP operation. The api routes, validates, authorises and documents with it; the console calls with it. `query`
 * also has the path parameters (":id" in the path). The server matches names case-insensitively.
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
  /** Requirement ids, e.g. "API-018". */
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
  /** Maximum size of an uploaded file in bytes, if it is not 10 MB. */
  maxFileBytes?: number;
  /** The body is a form, multipart or url-encoded. Its members are fields; members that are not text are JSON text. */
  form?: true;
  /** Success code in the `pre` family, if it is not 20000 (002 PRE-018). */
  successCode?: 21000;
  /** The response is a file without an envelope. Only errors have the envelope of the family. */
  download?: true;
};

/** Declares an operation. Without `query` or `body`, none is accepted. */
export const operation = <
  Query extends z.ZodType = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodType = z.ZodUnknown,
>(definition: {
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
    ...definition,
  }) as unknown as Operation<Query, Body, Result>;

/** Input of a call: the query members and the body members. */
export type QueryOf<Op extends Operation> = z.input<Op['query']>;
export type BodyOf<Op extends Operation> = z.input<Op['body']>;
export type ResultOf<Op extends Operation> = z.output<Op['result']>;

/** Marks actions in a session that the laboratory's own system opened with the secret of its unit; absent otherwise. */
export const ViaLabSystem = z.literal('labSystem').optional();
/** A GUID with or without dashes, in any case; converted to lower case with dashes (K-009). */
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
 * A list parameter: comma-joined, repeated or an array. Empty parts are removed. The server reads `name[]` and
 * `name[0]` as repeated `name`.
 */
export const TextList = z.union([line(20_000), z.array(line(20_000)).max(1000)]).transform((textOrList) =>
  (Array.isArray(textOrList) ? textOrList : [textOrList])
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Several ids: 1 to 100, without duplicates (000.md resolution 22, ADR-007). */
export const Guids = TextList.pipe(z.array(Guid).min(1).max(100)).transform((ids) => [...new Set(ids)]);

/** Maximum offset into a list, in rows and in pages. Engines count exactly up to there, for any page size. */
const MAX_SKIP = 1_000_000_000;
const MAX_PAGE = 1_000_000;
/** Number of rows to skip, 0 by default. */
export const SkipCount = z.coerce.number().int().min(0).max(MAX_SKIP).default(0);
/** Page number, from 1. */
export const PageNumber = z.coerce.number().int().min(1).max(MAX_PAGE).default(1);

export const page = {
  skipCount: SkipCount,
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
};
/**
 * Read-your-writes: the response waits until the view has reached this position, for at most 2 s, then it has X-Stale
 * (ADR-021).
 */
export const atLeast = {
  atLeast: z
    .string()
    .regex(/^\d{20}$/)
    .optional(),
};

export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ items: z.array(row), totalCount: z.number(), totalIsCapped: z.boolean().optional() });
