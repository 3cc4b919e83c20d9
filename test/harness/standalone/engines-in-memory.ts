import { afterEach } from '@jest/globals';
import { openEmbeddedEngines, type Engines } from '#engines';

/** Opens engines in memory for a test of this file; they are closed after it. */
export const enginesInMemory = (): (() => Promise<Engines>) => {
  const openEngines: Engines[] = [];
  afterEach(async () => {
    await Promise.all(openEngines.splice(0).map((engines) => engines.close()));
  });
  return async () => {
    const engines = await openEmbeddedEngines(':memory:');
    openEngines.push(engines);
    return engines;
  };
};
