import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import type { Operation } from '#contract';
import { messageOf, ruleCodes, type Language } from '#domain';
import { operationIn } from './handles.js';
import { languageOf, requestOf } from './api-request.js';
import { withListParameters } from './list-parameters.js';
import { Problem, type Issue } from './problem.js';

/** The operation's validated path, query and body members in one object; body members win over query members of the same name. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const operation = operationIn(context);
  if (!operation) throw new Error('@Input() needs @Handles()');
  const request = requestOf(context);
  if (request.body instanceof URLSearchParams) throw Problem.ofStatus(415);
  return readInput(
    operation,
    { ...(request.query as object), ...(request.params as object) },
    request.body,
    languageOf(request),
  );
});

/** zod's own sentences in the caller's language; a schema's wording, which is the specification's, comes before them. */
const sentences = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError, es: z.locales.es().localeError };

/**
 * Validates what a request carries against an operation.
 * @throws Problem 400 with every issue of query and body, each with its path.
 */
export const readInput = (operation: Operation, given: object, body: unknown, language: Language): object => {
  const error = sentences[language];
  const query = operation.query.safeParse(named(operation.query, withListParameters(given)), { error });
  const read = operation.body.safeParse(named(operation.body, acceptedBody(operation.body, body)), { error });
  const issues = [...issuesOf(query.error, language), ...issuesOf(read.error, language)];
  if (issues.length > 0) throw Problem.invalid(issues);
  return { ...(query.data as object), ...defined(read.data) };
};

/** An operation without a body ignores one; where one is needed, none counts as empty, so that every missing member is named. */
const acceptedBody = (schema: z.ZodType, body: unknown): unknown => {
  if (schema instanceof z.ZodUndefined) return undefined;
  if (body !== undefined && body !== null) return body;
  return schema instanceof z.ZodOptional ? undefined : {};
};

/** Names bind case-insensitively, as the given clients write them in several ways (ARCHITECTURE 6). */
const named = (schema: z.ZodType, given: unknown): unknown => {
  const shape = shapeOf(schema);
  if (!shape || typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const spelling = spellings.get(shape) ?? new Map(Object.keys(shape).map((key) => [key.toLowerCase(), key]));
  spellings.set(shape, spelling);
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [spelling.get(key.toLowerCase()) ?? key, value]),
  );
};

/** Of every shape once: they stand in the contract and never change. */
const spellings = new WeakMap<z.ZodRawShape, Map<string, string>>();

const shapeOf = (schema: z.ZodType): z.ZodRawShape | null => {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return shapeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  return null;
};

const issuesOf = (error: z.ZodError | undefined, language: Language): Issue[] =>
  (error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: sentenceOf(issue, language) }));

/** A schema that names a rule is told in the rule's sentence. */
const sentenceOf = (issue: z.core.$ZodIssue, language: Language): string => {
  const code = ruleCodes.find((known) => known === issue.message);
  return code
    ? messageOf(code, issue.code === 'too_big' ? { max: Number(issue.maximum) } : {}, language)
    : issue.message;
};

const defined = (data: unknown): object =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
    : {};
