import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import { inputMessage, type Operation } from '#contract';
import type { Language } from '#domain/text';
import { operationOfContext } from './operation-handlers.js';
import { languageOf, getRequest, type ApiRequest } from './api-request.js';
import { Problem, type Issue } from './problem.js';
import { partsIn } from './multipart.js';
import { isMultipart } from './request-body.js';

/**
 * The operation's validated path, query and body members in one object. Body members override query members of the same
 * name.
 */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown => validatedInput(context));

/** The value of @Input(). */
export const validatedInput = (context: ExecutionContext): object => {
  const operation = operationOfContext(context);
  if (!operation) throw new Error('@Input() needs @HandlesOperation()');
  const request = getRequest(context);
  if (request.body instanceof URLSearchParams) throw Problem.otherBody(operation);
  return readInput(
    operation,
    { ...(request.query as object), ...(request.params as object) },
    request.body,
    languageOf(request),
  );
};

/**
 * Validates the parameters and body of a request against an operation.
 * @throws Problem 400 with every issue of query and body, each with its path.
 */
export const readInput = (operation: Operation, parameters: object, body: unknown, language: Language): object => {
  const queryInput = withContractNames(operation.query, withListParameters(parameters));
  const bodyInput = withContractNames(operation.body, acceptedBody(operation.body, body));
  const parsedQuery = operation.query.safeParse(queryInput);
  const parsedBody = operation.body.safeParse(bodyInput);
  const issues = [
    ...toIssues(parsedQuery.error, queryInput, language),
    ...toIssues(parsedBody.error, bodyInput, language),
  ];
  if (issues.length > 0) throw Problem.invalid(issues);
  return { ...(parsedQuery.data as object), ...defined(parsedBody.data) };
};

/**
 * An operation without a body ignores it. If a body is required, a missing one counts as empty, so that every missing
 * member is reported.
 */
const acceptedBody = (schema: z.ZodType, body: unknown): unknown => {
  if (schema instanceof z.ZodUndefined) return undefined;
  if (body !== undefined && body !== null) return body;
  return schema instanceof z.ZodOptional ? undefined : {};
};

/** Names are case-insensitive, because existing clients write them in several ways (ADR-010). */
const withContractNames = (schema: z.ZodType, value: unknown): unknown => {
  const shape = shapeOf(schema);
  if (!shape || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const contractNames = namesByShape.get(shape) ?? new Map(Object.keys(shape).map((key) => [key.toLowerCase(), key]));
  namesByShape.set(shape, contractNames);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [contractNames.get(key.toLowerCase()) ?? key, member]),
  );
};

/** Cached per shape: shapes belong to the contract and never change. */
const namesByShape = new WeakMap<z.ZodRawShape, Map<string, string>>();

const shapeOf = (schema: z.ZodType): z.ZodRawShape | null => {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return shapeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  return null;
};

const toIssues = (error: z.ZodError | undefined, value: unknown, language: Language): Issue[] =>
  (error?.issues ?? []).map((issue) => ({
    path: pathOf(issue),
    message: inputMessage(issue, value, language),
  }));

/** The path of unknown members contains their own names, not only their parent. */
const pathOf = (issue: z.core.$ZodIssue): string =>
  [...issue.path, ...(issue.code === 'unrecognized_keys' ? [issue.keys.join(',')] : [])].join('.');

const defined = (data: unknown): object =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
    : {};

const MAX_FIELD_BYTES = 256 * 1024;
const MAX_FIELDS = 30;

/**
 * The validated query, path and fields of an operation that takes a form, multipart or url-encoded. Files in the form
 * are ignored. @throws Problem 400, 413, 415
 */
export const FormInput = createParamDecorator(async (_: unknown, context: ExecutionContext): Promise<unknown> => {
  const operation = operationOfContext(context);
  if (!operation?.form) throw new Error('@FormInput() needs the @HandlesOperation() of a form');
  const request = getRequest(context);
  return readInput(
    operation,
    { ...(request.query as object), ...(request.params as object) },
    await readFormFields(request),
    languageOf(request),
  );
});

const pendingForms = new WeakMap<ApiRequest, Promise<Record<string, string>>>();

/** The fields of a form. The form is read once per request, however often this is called. */
export const readFormFields = async (request: ApiRequest): Promise<Record<string, string>> => {
  const pendingForm = pendingForms.get(request) ?? fieldsOf(request);
  pendingForms.set(request, pendingForm);
  return (request.formInput = await pendingForm) as Record<string, string>;
};

const fieldsOf = async (request: ApiRequest): Promise<Record<string, string>> => {
  if (request.body instanceof URLSearchParams) return Object.fromEntries(request.body);
  if (!isMultipart(request)) {
    if (request.body === undefined) return {};
    throw Problem.otherBody({ form: true });
  }
  const fields: Record<string, string> = {};
  for await (const part of partsIn(request, { parts: MAX_FIELDS, fieldBytes: MAX_FIELD_BYTES, fileBytes: 0 })) {
    if (part.type === 'file') continue;
    if (part.isTruncated) throw Problem.ofStatus(413);
    fields[part.name] = part.value;
  }
  return fields;
};

const LISTED = /^(.+)\[\d*\]$/;

/**
 * Accepts list parameters in the spellings that clients use: `ids[]=a&ids[]=b` and `ids[0]=a&ids[1]=b` mean
 * `ids=a&ids=b`. This applies to every operation; the schema checks the contents of a list. Indexes are ignored: the
 * order is that of the query.
 */
export const withListParameters = (query: object): object => {
  const entries = Object.entries(query) as [string, unknown][];
  if (!entries.some(([key]) => LISTED.test(key))) return query;
  const read = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const name = LISTED.exec(key)?.[1];
    if (name === undefined && !read.has(key)) read.set(key, value);
    else read.set(name ?? key, [read.get(name ?? key) ?? [], value].flat());
  }
  return Object.fromEntries(read);
};
