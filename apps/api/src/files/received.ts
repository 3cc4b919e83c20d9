import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { Operation } from '#contract';
import { MAX_FILE_BYTES, problem, RuleBroken } from '#domain';
import { languageOf, requestOf, type ApiRequest } from '../http/api-request.js';
import { operationIn, type InputOf } from '../http/handles.js';
import { readInput } from '../http/input.js';

/** A file as it was sent: nothing of it has been judged yet but its size. */
export type SentFile = { name: string; content: Buffer };
export type ReceivedOf<Op extends Operation> = InputOf<Op> & { file: SentFile };

const FILE = 'file';
const MAX_PARTS = 30;
const MAX_FIELD_BYTES = 1000;

/**
 * The validated fields of a multipart request and its one file, read while it arrives and given up at the byte too many. What is
 * refused is read to its end all the same, so that its sender hears why.
 * @throws RuleBroken FILE_MISSING, ONE_FILE_ONLY or FILE_TOO_LARGE; Problem 400 for the fields
 */
export const Received = createParamDecorator(async (_: unknown, context: ExecutionContext): Promise<unknown> => {
  const operation = operationIn(context);
  if (!operation?.upload) throw new Error('@Received() needs the @Handles() of an upload');
  const request = requestOf(context);
  const { fields, files } = request.isMultipart() ? await partsOf(request) : { fields: {}, files: [] };
  const input = readInput(operation, request.query as object, fields, languageOf(request));
  const [file, second] = files;
  if (!file) throw new RuleBroken(problem('FILE_MISSING', {}, FILE));
  if (second) throw new RuleBroken(problem('ONE_FILE_ONLY', {}, FILE));
  if (file.content === null) throw new RuleBroken(problem('FILE_TOO_LARGE', {}, FILE));
  return { ...input, file };
});

type SentPart = { name: string; content: Buffer | null };

const partsOf = async (request: ApiRequest) => {
  const fields: Record<string, string> = {};
  const files: SentPart[] = [];
  // The path a sender puts before the name is kept, to be refused with it.
  const limits = { fileSize: MAX_FILE_BYTES, parts: MAX_PARTS, fieldSize: MAX_FIELD_BYTES };
  for await (const part of request.parts({ limits, preservePath: true })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname.toLowerCase() === FILE) files.push({ name: part.filename.normalize('NFC'), content: await contentOf(part, files.length === 0) });
    else part.file.resume();
  }
  return { fields, files };
};

/** Null for more than is taken; nothing is kept of what is not wanted. */
const contentOf = async ({ file }: MultipartFile, wanted: boolean): Promise<Buffer | null> => {
  let chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (file.truncated || !wanted) chunks = [];
    else chunks.push(chunk);
  }
  return file.truncated ? null : Buffer.concat(chunks);
};
