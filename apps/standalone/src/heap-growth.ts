import { setFlagsFromString } from 'node:v8';

/** By how many percent a heap may exceed its live data before a full garbage collection. */
const GROWTH_PERCENT = 30;
/**
 * Size of the semi-space of a thread in megabytes. It can be small, because threads pass texts on and keep few objects.
 */
const SEMI_SPACE_MB = 4;

/**
 * Makes V8 collect garbage before the heaps of this process grow large. On a machine with much memory V8 lets each heap
 * grow to several times its live data, and the service has half a dozen threads with a heap each. It does not limit the
 * heaps. Must be called before threads are started.
 */
export const limitHeapGrowth = (): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
};
