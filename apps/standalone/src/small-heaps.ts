import { setFlagsFromString } from 'node:v8';

/** How much a heap grows beyond what is live in it before all of it is collected, in percent. */
const GROWTH = 30;
/** Megabytes of a thread's half space for young objects: threads hand texts on, and keep little. */
const YOUNG_MB = 4;

/**
 * Has the heaps of this process collected before they have grown far. On a machine with much memory V8 lets each grow
 * to several times what is live in it, and the service has a heap for each of half a dozen threads. Sets no limit: what
 * is needed is had. Call it before threads are started.
 */
export const limitHeapGrowth = (): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString(`--max-semi-space-size=${YOUNG_MB}`);
};
