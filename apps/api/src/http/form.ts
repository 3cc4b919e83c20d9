import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { languageOf, getRequest, type ApiRequest } from './api-request.js';
import { operationOfContext } from './handles.js';
import { readInput } from './input.js';
import { partsIn } from './multipart.js';
import { Problem } from './problem.js';
import { isMultipart } from './request-body.js';

const MAX_FIELD_BYTES = 256 * 1024;
const MAX_FIELDS = 30;

/** The validated query, path and fields of an operation that takes a form, multipart or url-encoded; files in it are not read. @throws Problem 400, 413, 415 */
export const FormInput = createParamDecorator(async (_: unknown, context: ExecutionContext): Promise<unknown> => {
  const operation = operationOfContext(context);
  if (!operation?.form) throw new Error('@Form() needs the @HandlesOperation() of a form');
  const request = getRequest(context);
  return readInput(
    operation,
    { ...(request.query as object), ...(request.params as object) },
    await readFormFields(request),
    languageOf(request),
  );
});

const reads = new WeakMap<ApiRequest, Promise<Record<string, string>>>();

/** The fields of a form; it is read once, however many ask for it. */
export const readFormFields = async (request: ApiRequest): Promise<Record<string, string>> => {
  const read = reads.get(request) ?? fieldsOf(request);
  reads.set(request, read);
  return (request.read = await read) as Record<string, string>;
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
