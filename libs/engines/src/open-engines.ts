import { embeddedOpeners } from './embedded-engines.js';
import { assembleEngines, type Engines } from './engines.js';
import { serverOpeners } from './server-engines.js';

/**
 * Opens the engines that the environment names: each on the server of its URL, else embedded in DATA_DIR (default ./.data).
 * @throws whatever an engine throws that cannot be opened
 */
export const openEngines = async (env: NodeJS.ProcessEnv): Promise<Engines> => {
  const servers = await serverOpeners(env);
  try {
    const engines = await assembleEngines({ ...embeddedOpeners(env['DATA_DIR'] ?? './.data'), ...servers.openers });
    return {
      ...engines,
      async close() {
        await engines.close();
        await servers.close();
      },
    };
  } catch (error) {
    await servers.close();
    throw error;
  }
};
