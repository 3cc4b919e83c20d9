import { z } from 'zod';
import type { Operation } from '#contract';
import type { FailedRequest, Problem } from './api-error.js';

/** What an answer says, after its family's envelope is taken off. */
export type Opened =
  | { ok: true; data: unknown }
  | ({ ok: false } & Pick<FailedRequest, 'code' | 'message' | 'details' | 'problems' | 'unauthorized'>);

const Problems = z.array(
  z.object({
    path: z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).optional(),
    members: z.array(z.string()).optional(),
    message: z.string(),
  }),
);
const problemsOf = (given: unknown): Problem[] => {
  const parsed = Problems.safeParse(given);
  if (!parsed.success) return [];
  return parsed.data.map(({ path, members, message }) => ({
    path: Array.isArray(path) ? path.join('.') : (path ?? members?.join(',') ?? ''),
    message,
  }));
};

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const openPlatform = (answer: Record<string, unknown>): Opened => {
  if (answer['success'] === true) return { ok: true, data: answer['result'] };
  const error = record(answer['error']);
  return {
    ok: false,
    code: text(error['code']),
    message: text(error['message']),
    details: text(error['details']),
    problems: problemsOf(error['validationErrors']),
    unauthorized: answer['unAuthorizedRequest'] === true,
  };
};

/** The pre-consignment family has no details; its 401 alone says that the login is over. */
const PRE_UNAUTHORIZED = 40100;

const openPre = (answer: Record<string, unknown>, successCode: number): Opened => {
  if (answer['code'] === successCode) return { ok: true, data: answer['data'] };
  const data = record(answer['data']);
  const message = text(answer['message']);
  const unauthorized = answer['code'] === PRE_UNAUTHORIZED;
  return {
    ok: false,
    code: text(answer['reason'] ?? data['code'] ?? answer['code']),
    message,
    details: unauthorized ? message : text(data['details']),
    problems: problemsOf(answer['errors']),
    unauthorized,
  };
};

/** RFC 9457: our service says the sentence in `title` and what is behind it in `detail`. */
const openProblem = (answer: Record<string, unknown>): Opened => ({
  ok: false,
  code: text(answer['code']),
  message: text(answer['title']) || text(answer['detail']),
  details: text(answer['detail']) || (answer['status'] === 401 ? text(answer['title']) : ''),
  problems: problemsOf(answer['errors']),
  unauthorized: answer['status'] === 401,
});

/** Takes the envelope of an operation's family off (ADR-010). `httpOk` is the status line's verdict, which v1 and plain answers rely on. */
export const openEnvelope = (
  { family, successCode }: Pick<Operation, 'family' | 'successCode'>,
  httpOk: boolean,
  body: unknown,
): Opened => {
  const answer = record(body);
  switch (family) {
    case 'platform':
      return 'success' in answer ? openPlatform(answer) : openProblem(answer);
    case 'pre':
      if ('code' in answer && !('status' in answer)) return openPre(answer, successCode ?? 20000);
      // Some answers of the pre-consignment service have no envelope, or one with the payload in \`result\` (002 PRE-002).
      return httpOk && body !== null
        ? { ok: true, data: 'result' in answer ? answer['result'] : body }
        : openProblem(answer);
    case 'v1':
    case 'plain':
      return httpOk ? { ok: true, data: body } : openProblem(answer);
  }
};
