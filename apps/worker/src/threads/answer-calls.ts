import { parentPort } from 'node:worker_threads';
import type { Call, CallAnswer } from './thread.js';

/** The other end of a thread: every call gets a result, or the reason why not. */
export const answerCalls = <Request, Result>(compute: (request: Request) => Promise<Result>): void => {
  const answer = (message: CallAnswer<Result>): void => parentPort?.postMessage(message);
  parentPort?.on('message', ({ id, request }: Call<Request>) => {
    compute(request).then(
      (result) => answer({ id, result }),
      (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
};
