import type { EngineSettings } from '#engines';

/**
 * The folder of a service on the embedded engines.
 * @throws Error if the environment names servers, which are backed up with their own tools
 */
export const dataFolderOf = ({ DATA_DIR, EVENTSTORE_URL, MONGO_URL }: EngineSettings): string => {
  if (EVENTSTORE_URL || MONGO_URL)
    throw new Error(
      'EVENTSTORE_URL or MONGO_URL is set: back up and restore the servers with their own tools, see docs/operations.md.',
    );
  return DATA_DIR ?? '.data';
};
