import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Operation } from '#contract';
import { keptFileName, MAX_FILE_BYTES, problem, RuleBroken } from '#domain';
import { languageOf, requestOf, type ApiReply, type ApiRequest } from '../http/api-request.js';
import { operationIn, type InputOf } from '../http/handles.js';
import { inputOf, readInput } from '../http/input.js';
import { partsIn, type PartContent } from '../http/multipart.js';
import { Problem } from '../http/problem.js';
import { isMultipart } from '../http/request-body.js';
import { FileMemory } from './file-memory.js';
import { unlessStalled } from './stalled-sender.js';

/** A file as it was sent: nothing of it has been judged yet but its size. */
export type SentFile = { name: string; content: Buffer };
export type ReceivedOf<Op extends Operation> = InputOf<Op> & { file: SentFile };

const FILE = 'file';
const MAX_PARTS = 30;
const MAX_FIELD_BYTES = 1000;
const MB = 1024 * 1024;
/** Of all uploads, and of one sender's: some files of the largest kind at once. */
export const uploadMemory = new FileMemory({ maxBytes: 400 * MB, maxBytesEach: 200 * MB });

/**
 * The validated fields of a multipart request and its one file, read while it arrives and given up at the byte too many. What is
 * refused is read to its end all the same, so that its sender hears why.
 * @throws RuleBroken FILE_MISSING, ONE_FILE_ONLY, FILE_TOO_LARGE or IMAGE_TOO_LARGE; Problem 400 for the fields, 408 when nothing more comes, 503 when the memory is full
 */
export const Received = createParamDecorator((_: unknown, context: ExecutionContext): Promise<unknown> =>
  received(context),
);

/** The validated input of an operation that takes JSON or an upload; `file` is there where one was sent. @throws as @Received() and @Input() */
export const ReceivedOrInput = createParamDecorator((_: unknown, context: ExecutionContext): unknown =>
  isMultipart(requestOf(context)) ? received(context) : inputOf(context),
);
export type ReceivedOrInputOf<Op extends Operation> = InputOf<Op> & { file?: SentFile };

const reads = new WeakMap<ApiRequest, Promise<ReceivedOf<Operation>>>();

/** What @Received() hands in; a body is read once, however many ask for it. */
export const received = async (context: ExecutionContext): Promise<ReceivedOf<Operation>> => {
  const request = requestOf(context);
  const read = reads.get(request) ?? readUpload(context, request);
  reads.set(request, read);
  request.read = await read;
  return read;
};

const readUpload = async (context: ExecutionContext, request: ApiRequest): Promise<ReceivedOf<Operation>> => {
  const operation = operationIn(context);
  if (!operation?.upload && !operation?.orUpload) throw new Error('@Received() needs the @Handles() of an upload');
  const { maxFileBytes = MAX_FILE_BYTES } = operation;
  const reply = context.switchToHttp().getResponse<ApiReply>();
  const { fields, files } = isMultipart(request)
    ? await unlessStalled(request, reply, () => partsOf(request, reply, maxFileBytes))
    : { fields: {}, files: [] };
  const input = readInput(
    operation,
    { ...(request.query as object), ...(request.params as object) },
    fields,
    languageOf(request),
  ) as InputOf<Operation>;
  const [file, second] = files;
  if (!file) throw new RuleBroken(problem('FILE_MISSING', {}, FILE));
  if (second) throw new RuleBroken(problem('ONE_FILE_ONLY', {}, FILE));
  if (file.content === 'too large')
    throw new RuleBroken(problem(maxFileBytes === MAX_FILE_BYTES ? 'FILE_TOO_LARGE' : 'IMAGE_TOO_LARGE', {}, FILE));
  if (file.content === 'no room') throw Problem.busy();
  return { ...input, file: { name: file.name, content: file.content } };
};

type SentPart = { name: string; content: Buffer | 'too large' | 'no room' };

const partsOf = async (request: ApiRequest, reply: ApiReply, fileBytes: number) => {
  const fields: Record<string, string> = {};
  const files: SentPart[] = [];
  for await (const part of partsIn(request, { parts: MAX_PARTS, fieldBytes: MAX_FIELD_BYTES, fileBytes })) {
    if (part.type === 'field') {
      if (part.isTruncated) throw Problem.ofStatus(413);
      fields[part.name] = part.value;
    } else if (part.name.toLowerCase() === FILE)
      files.push({
        // The path a sender puts before the name is kept, to be refused with it.
        name: keptFileName(part.fileName),
        content: await contentOf(part.content, request, reply, files.length === 0),
      });
  }
  return { fields, files };
};

/** Nothing is kept of what is not wanted or has no room; of what is kept the memory is given back with the answer. */
const contentOf = async (
  file: PartContent,
  { caller, ip }: ApiRequest,
  reply: ApiReply,
  wanted: boolean,
): Promise<SentPart['content']> => {
  const holder = caller?.userId ?? ip;
  let chunks: Buffer[] = [];
  let held = 0;
  let isFull = false;
  const giveBack = () => {
    uploadMemory.release(holder, held);
    held = 0;
    chunks = [];
  };
  reply.raw.once('close', giveBack);
  try {
    for await (const chunk of file) {
      if (!wanted || isFull || file.isTruncated) continue;
      isFull = !uploadMemory.take(holder, chunk.length);
      if (isFull) giveBack();
      else {
        held += chunk.length;
        chunks.push(chunk);
      }
    }
  } finally {
    if (file.isTruncated || reply.raw.closed) giveBack();
  }
  if (file.isTruncated) return 'too large';
  return isFull ? 'no room' : Buffer.concat(chunks);
};
