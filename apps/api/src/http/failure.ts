import { HttpException, NotFoundException } from '@nestjs/common';
import { z } from 'zod';
import { EventTooLarge, HeadConflict, StoreMisconfigured } from '#events';
import { KeyReused, StaleRevision } from '#domain/event-sourcing';
import { kindOfRule, messageOf, RuleBroken, type Language, type RuleKind, type RuleParams } from '#domain/rules';
import { isEngineFailure, ViewFailed, ViewMissing } from '#engines';
import { Problem, type Issue } from './problem.js';
import { apiMessages, type ProblemCode } from './problem-messages.js';

/** An error as a caller may see it: no internals, a stable code, a sentence in the caller's language. */
export type Failure = {
  status: number;
  code: string;
  message: string;
  details: string;
  issues: Issue[];
  /** What a rule's sentence was filled with. */ params?: RuleParams;
  /** What the answer's headers say of it. */ headers?: Record<string, string>;
};

/** The one mapping from errors to HTTP (ADR-010). */
export const failureOf = (error: unknown, language: Language): Failure => {
  if (error instanceof RuleBroken) return broken(error, language);
  if (error instanceof StaleRevision) return told(412, 'STALE_REVISION', language);
  if (error instanceof KeyReused) return told(422, 'KEY_REUSED', language);
  if (error instanceof HeadConflict) return told(409, 'CONFLICT', language);
  if (error instanceof EventTooLarge) return told(413, 'TOO_LARGE', language);
  if (error instanceof ViewFailed) return told(503, 'VIEW_FAILED', language);
  if (error instanceof StoreMisconfigured) return told(503, 'STORE_MISCONFIGURED', language);
  if (isEngineFailure(error) || error instanceof ViewMissing) return told(503, 'UNAVAILABLE', language);
  if (error instanceof NotFoundException) return of(Problem.notFound(), language);
  if (error instanceof HttpException) return of(Problem.ofStatus(error.getStatus()), language);
  if (error instanceof Problem) return of(error, language);
  if (isClientError(error)) return of(Problem.ofStatus(error.statusCode), language);
  return told(500, 'BROKEN', language);
};

const statusOfRule: Record<RuleKind, number> = { invalid: 400, forbidden: 403, missing: 404, refused: 409 };

/** The first problem is the message (000 section 5: "the first failing message is shown"), all of them are the details. */
const broken = ({ code, params, problems }: RuleBroken, language: Language): Failure => {
  const issues = problems.map((problem) => ({
    path: problem.path ?? '',
    message: messageOf(problem.code, problem.params, language),
  }));
  const kind = kindOfRule(code);
  return {
    status: statusOfRule[kind],
    code,
    message: messageOf(code, params, language),
    details: issues.map(({ message }) => message).join('\n'),
    issues: kind === 'invalid' ? issues : [],
    params,
  };
};

const told = (status: number, code: ProblemCode, language: Language): Failure => {
  const message = apiMessages[code][language];
  return { status, code, message, details: message, issues: [] };
};

const of = (problem: Problem, language: Language): Failure => {
  // Where each stands is told to programs, by the paths of the issues; a person reads sentences only.
  const details = [...new Set(problem.issues.map(({ message }) => message))].join('\n');
  return {
    status: problem.status,
    code: problem.code,
    message: problem.messageIn(language),
    details: details || problem.messageIn(language),
    issues: problem.issues,
    ...(Object.keys(problem.params).length > 0 ? { params: problem.params } : {}),
    headers: problem.headers,
  };
};

/** Fastify's own refusals: a body too large, not JSON, too many requests. */
const FastifyRefusal = z.object({ statusCode: z.number().int().min(400).max(499) });
const isClientError = (error: unknown): error is { statusCode: number } =>
  error instanceof Error && FastifyRefusal.safeParse(error).success;
