import { jest } from '@jest/globals';
import { StoreUnavailable } from '#events';
import type { Service } from './service.js';

/**
 * Runs a request whose process ends before it writes a stream that is called so, or begins so: what it wrote of others
 * stays, and no answer comes.
 */
export const stopBeforeAppend = async (
  stream: string,
  { engines: { eventStore } }: Service,
  request: () => Promise<{ status: number }>,
): Promise<number> => {
  const append = eventStore.append.bind(eventStore);
  const spy = jest
    .spyOn(eventStore, 'append')
    .mockImplementation((to, ...rest) =>
      to.startsWith(stream) ? Promise.reject(new StoreUnavailable('stopped')) : append(to, ...rest),
    );
  try {
    return (await request()).status;
  } finally {
    spy.mockRestore();
  }
};
