import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Operation } from '#contract';
import { normalizedFileName, MAX_FILE_BYTES } from '#domain/files';
import { problem, RuleBroken } from '#domain/rules';
import { languageOf, getRequest, type ApiReply, type ApiRequest } from './api-request.js';
import { operationOfContext, type InputOf } from './operation-handlers.js';
import { validatedInput, readInput } from './input.js';
import { partsIn, type FilePartContent } from './multipart.js';
import { Problem } from './problem.js';
import { isMultipart } from './request-body.js';

type MemoryLimits = { maxBytes: number; maxBytesEach: number };

/**
 * Limits the bytes of files in memory, in total and per holder. Files of up to 100 MB are read whole. Without the
 * limit, a handful of them would end the process, and one sender could use all of the memory.
 */
export class UploadMemory {
  private reservedBytes = 0;
  private readonly reservedBytesByHolder = new Map<string, number>();

  constructor(private readonly limits: MemoryLimits) {}

  /** Reserves memory for a holder; false if there is not enough. */
  reserve(holder: string, bytes: number): boolean {
    const holderBytes = (this.reservedBytesByHolder.get(holder) ?? 0) + bytes;
    if (this.reservedBytes + bytes > this.limits.maxBytes || holderBytes > this.limits.maxBytesEach) return false;
    this.reservedBytes += bytes;
    this.reservedBytesByHolder.set(holder, holderBytes);
    return true;
  }

  release(holder: string, bytes: number): void {
    const holderBytes = (this.reservedBytesByHolder.get(holder) ?? 0) - bytes;
    this.reservedBytes -= bytes;
    if (holderBytes > 0) this.reservedBytesByHolder.set(holder, holderBytes);
    else this.reservedBytesByHolder.delete(holder);
  }

  /** Reserves memory until the response is sent or the connection closes. @throws Problem 503 if there is not enough */
  reserveUntilSent({ raw }: ApiReply, holder: string, bytes: number): void {
    if (!this.reserve(holder, bytes)) throw Problem.busy();
    if (raw.closed) this.release(holder, bytes);
    else raw.once('close', () => this.release(holder, bytes));
  }
}

/**
 * Reads a body to its end and gives up if the sender is silent for too long, because the bytes so far would stay in
 * memory. The connection ends with the response, as the rest of the body may still arrive.
 * @throws Problem 408
 */
const unlessStalled = async <Result>(
  request: ApiRequest,
  reply: ApiReply,
  read: () => Promise<Result>,
): Promise<Result> => {
  const { raw, uploadIdleMs } = request;
  let giveUp = (): void => undefined;
  const stalled = new Promise<never>((_, reject) => {
    giveUp = () => {
      void reply.header('connection', 'close');
      reject(Problem.stalled());
    };
  });
  raw.once('timeout', giveUp); // the timeout of the socket, which node restarts with every byte
  raw.socket.setTimeout(uploadIdleMs);
  try {
    return await Promise.race([read(), stalled]);
  } finally {
    raw.removeListener('timeout', giveUp);
    raw.socket.setTimeout(0);
  }
};

/** A file as it was sent. Only its size has been checked. */
export type UploadedContent = { name: string; content: Buffer };

export type UploadInputOf<Op extends Operation> = InputOf<Op> & { file: UploadedContent };

const FILE = 'file';

const MAX_PARTS = 30;

const MAX_FIELD_BYTES = 1000;

const MB = 1024 * 1024;

/** Limits of all uploads and of one sender's. */
export const uploadMemory = new UploadMemory({ maxBytes: 400 * MB, maxBytesEach: 200 * MB });

/**
 * Injects the validated fields of a multipart request and its one file. The file is read while it arrives and discarded
 * once it exceeds the limit. A refused body is still read to its end, so that the sender receives the reason.
 * @throws RuleBroken FILE_MISSING, ONE_FILE_ONLY, FILE_TOO_LARGE or IMAGE_TOO_LARGE; Problem 400 for the fields, 408
 * when the sender is silent, 503 when the memory is full
 */
export const UploadInput = createParamDecorator((_: unknown, context: ExecutionContext): Promise<unknown> =>
  readUploadInput(context),
);

/**
 * Injects the validated input of an operation that takes JSON or an upload. `file` is present if one was sent. @throws
 * as @UploadInput() and @Input()
 */
export const UploadOrJsonInput = createParamDecorator((_: unknown, context: ExecutionContext): unknown =>
  isMultipart(getRequest(context)) ? readUploadInput(context) : validatedInput(context),
);

export type UploadOrJsonInputOf<Op extends Operation> = InputOf<Op> & { file?: UploadedContent };

const pendingInputs = new WeakMap<ApiRequest, Promise<UploadInputOf<Operation>>>();

/** The value of @UploadInput(). The body of a request is read once, however often this is called. */
export const readUploadInput = async (context: ExecutionContext): Promise<UploadInputOf<Operation>> => {
  const request = getRequest(context);
  const pendingInput = pendingInputs.get(request) ?? readUpload(context, request);
  pendingInputs.set(request, pendingInput);
  request.formInput = await pendingInput;
  return pendingInput;
};

const readUpload = async (context: ExecutionContext, request: ApiRequest): Promise<UploadInputOf<Operation>> => {
  const operation = operationOfContext(context);
  if (!operation?.upload && !operation?.orUpload)
    throw new Error('@UploadInput() needs the @HandlesOperation() of an upload');
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
        // A path before the name is not cut off, so that it is refused with the name.
        name: normalizedFileName(part.fileName),
        content: await contentOf(part.content, request, reply, files.length === 0),
      });
  }
  return { fields, files };
};

/** Discards a file that is unwanted or has no room. The memory of the other files is released after the response. */
const contentOf = async (
  file: FilePartContent,
  { caller, ip }: ApiRequest,
  reply: ApiReply,
  isRequested: boolean,
): Promise<SentPart['content']> => {
  const holder = caller?.userId ?? ip;
  let chunks: Buffer[] = [];
  let reservedBytes = 0;
  let hasNoRoom = false;
  const releaseMemory = () => {
    uploadMemory.release(holder, reservedBytes);
    reservedBytes = 0;
    chunks = [];
  };
  reply.raw.once('close', releaseMemory);
  try {
    for await (const chunk of file) {
      if (!isRequested || hasNoRoom || file.isTruncated) continue;
      hasNoRoom = !uploadMemory.reserve(holder, chunk.length);
      if (hasNoRoom) releaseMemory();
      else {
        reservedBytes += chunk.length;
        chunks.push(chunk);
      }
    }
  } finally {
    if (file.isTruncated || reply.raw.closed) releaseMemory();
  }
  if (file.isTruncated) return 'too large';
  return hasNoRoom ? 'no room' : Buffer.concat(chunks);
};
