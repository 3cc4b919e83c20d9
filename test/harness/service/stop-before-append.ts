import { jest } from '@jest/globals';
import { StoreUnavailable } from '#events';
import type { Service } from './service.js';

/**
 * Runs a request as if its process ended before it writes a stream whose name begins with `stream`: other writes stay,
 * and there is no response.
 */
export const stopBeforeAppend = async (
  stream: string,
  { engines: { eventStore } }: Service,
  request: () => Promise<{ status: number }>,
): Promise<number> => {
  const append = eventStore.append.bind(eventStore);
  const spy = jest
    .spyOn(eventStore, 'append')
    .mockImplementation((to, ...args) =>
      to.startsWith(stream) ? Promise.reject(new StoreUnavailable('stopped')) : append(to, ...args),
    );
  try {
    return (await request()).status;
  } finally {
    spy.mockRestore();
  }
};
