import { afterEach } from '@jest/globals';
import { openEmbeddedEngines, type Engines } from '#engines';

/** Opens engines in memory for a test of this file; they are closed after it. */
export const enginesInMemory = (): (() => Promise<Engines>) => {
  const opened: Engines[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((engines) => engines.close()));
  });
  return async () => {
    const engines = await openEmbeddedEngines(':memory:');
    opened.push(engines);
    return engines;
  };
};
