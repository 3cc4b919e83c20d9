import type { EngineSettings } from '#engines';

/**
 * The folder of a service that runs on the embedded engines.
 * @throws Error when the environment names servers: what lies there is copied with their own tools.
 */
export const dataFolderOf = ({ DATA_DIR, EVENTSTORE_URL, MONGO_URL }: EngineSettings): string => {
  if (EVENTSTORE_URL || MONGO_URL)
    throw new Error(
      'EVENTSTORE_URL or MONGO_URL is set: back up and restore the servers with their own tools, see docs/operations.md.',
    );
  return DATA_DIR ?? '.data';
};
