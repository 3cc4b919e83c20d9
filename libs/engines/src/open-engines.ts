import { openEmbeddedEngines } from './embedded-engines.js';
import type { Engines } from './engines.js';

/** Opens the engines that the environment names: DATA_DIR (default ./.data) is the folder of the embedded ones. */
export const openEngines = (env: NodeJS.ProcessEnv): Promise<Engines> => openEmbeddedEngines(env.DATA_DIR ?? './.data');
