import type { Multipart } from '@fastify/multipart';
import { problem, refuseIf, RuleBroken, unreadableIn, type RuleCode } from '#domain';
import type { ApiRequest } from './api-request.js';

/**
 * The parts of a multipart body, their texts readable as those of every request (readable.guard.ts); a file has a name.
 * @throws RuleBroken FORM_WITHOUT_BOUNDARY, FORM_CUT_SHORT, FORM_UNREADABLE, FILE_WITHOUT_NAME, TEXT_CHARACTER_REFUSED, NESTED_TOO_DEEP
 */
export async function* partsIn(
  request: ApiRequest,
  options: Parameters<ApiRequest['parts']>[0],
): AsyncGenerator<Multipart> {
  try {
    for await (const part of request.parts(options)) {
      // What the parser hands on as unnamed no field and no file can be.
      refuseIf(part.fieldname ? null : problem('FORM_UNREADABLE', {}, 'multipart/form-data'));
      const text: unknown = part.type === 'file' ? part.filename : part.value;
      refuseIf(unreadableIn({ [part.fieldname]: text }));
      refuseIf(part.type === 'file' && !text ? problem('FILE_WITHOUT_NAME', {}, part.fieldname) : null);
      yield part;
    }
  } catch (error) {
    throw formProblem(error);
  }
}

/** An error of the parser as the sender is told it; what comes with a status of its own, and what we say ourselves, stays. */
export const formProblem = (error: unknown): unknown => {
  if (!(error instanceof Error) || error.name !== 'Error' || 'statusCode' in error) return error;
  return new RuleBroken(problem(codeOfParser(error.message), {}, 'multipart/form-data'));
};

/** The parser's errors have nothing but their messages (@fastify/busboy). */
const codeOfParser = (message: string): RuleCode => {
  if (/boundary|needle/i.test(message)) return 'FORM_WITHOUT_BOUNDARY';
  return message.includes('nexpected end') ? 'FORM_CUT_SHORT' : 'FORM_UNREADABLE';
};

/** The text of a field; one that was sent as JSON is its JSON text, which its schema reads. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
