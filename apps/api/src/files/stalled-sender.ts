import type { ApiReply, ApiRequest } from '../http/api-request.js';
import { Problem } from '../http/problem.js';

/**
 * What reads a body to its end, given up when its sender is silent for too long: what was read of it would lie in memory for as
 * long as the sender likes. The connection ends with the answer, as the rest of the body may still come.
 * @throws Problem 408
 */
export const unlessStalled = async <Read>(
  request: ApiRequest,
  reply: ApiReply,
  read: () => Promise<Read>,
): Promise<Read> => {
  const { raw, uploadIdleMs } = request;
  let giveUp = (): void => undefined;
  const stalled = new Promise<never>((_, reject) => {
    giveUp = () => {
      void reply.header('connection', 'close');
      reject(Problem.stalled());
    };
  });
  raw.once('timeout', giveUp); // of the socket, which node winds up with every byte that comes
  raw.socket.setTimeout(uploadIdleMs);
  try {
    return await Promise.race([read(), stalled]);
  } finally {
    raw.removeListener('timeout', giveUp);
    raw.socket.setTimeout(0);
  }
};
