import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { compiledFile } from '#engines';

/** Computes off the main thread, so that the event loop stays free. */
export type ThreadClient<Request, Result> = {
  /** @throws Error if the request fails or the thread dies */
  call(request: Request): Promise<Result>;
  close(): Promise<void>;
};

type Call<Request> = { id: number; request: Request };
type CallResponse<Result> = { id: number; result: Result } | { id: number; error: string };

/**
 * A thread that runs a compiled file with `serveThreadCalls`; the path is relative to the calling module. The thread
 * starts with the first call. If it dies, its pending calls fail and the next call starts another.
 */
export const openWorkerThread = <Request, Result>(
  importMetaUrl: string,
  relativeJs: string,
  resourceLimits: ResourceLimits = {},
): ThreadClient<Request, Result> => {
  let running: RunningThread<Request, Result> | null = null;
  return {
    async call(request) {
      if (!running || running.hasEnded())
        running = startThread(compiledFile(importMetaUrl, relativeJs), resourceLimits);
      return running.call(request);
    },
    close: async () => running?.end(),
  };
};

type RunningThread<Request, Result> = {
  hasEnded(): boolean;
  call(request: Request): Promise<Result>;
  end(): Promise<void>;
};

const startThread = <Request, Result>(file: string, resourceLimits: ResourceLimits): RunningThread<Request, Result> => {
  const worker = new Worker(file, { resourceLimits });
  const pendingCalls = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>();
  let nextId = 1;
  let isTerminated = false;
  const failAll = (error: Error): void => {
    isTerminated = true;
    for (const { reject } of pendingCalls.values()) reject(error);
    pendingCalls.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', (code) => failAll(new Error(`The thread ended with code ${code}.`)));
  worker.on('message', (response: CallResponse<Result>) => {
    const call = pendingCalls.get(response.id);
    pendingCalls.delete(response.id);
    if ('error' in response) call?.reject(new Error(response.error));
    else call?.resolve(response.result);
    // An idle thread must not keep the process alive.
    if (pendingCalls.size === 0) worker.unref();
  });
  return {
    hasEnded: () => isTerminated,
    call: (request) =>
      new Promise((resolve, reject) => {
        const call: Call<Request> = { id: nextId++, request };
        pendingCalls.set(call.id, { resolve, reject });
        worker.ref();
        worker.postMessage(call);
      }),
    async end() {
      await worker.terminate();
    },
  };
};

/** The side of the thread: responds to every call with a result or an error message. */
export const serveThreadCalls = <Request, Result>(compute: (request: Request) => Promise<Result>): void => {
  const respond = (message: CallResponse<Result>): void => parentPort?.postMessage(message);
  parentPort?.on('message', ({ id, request }: Call<Request>) => {
    compute(request).then(
      (result) => respond({ id, result }),
      (error: unknown) => respond({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
};
