import type { CommandContext } from '#domain/event-sourcing';
import type { Vault } from '#engines';
import type { Tenant } from '#events';

/**
 * The connection to a tenant's database is a secret: the vault stores it, and events contain its name (ADR-003). Each
 * command that changes it creates a separate secret. A command that loses a race therefore does not affect the other's
 * secret, and a repeated command finds its own.
 */
export const storeConnection = async (
  vault: Vault,
  id: string,
  connectionString: string,
  before: Tenant | null,
  { commandId }: CommandContext,
): Promise<Pick<Tenant, 'connection'>> => {
  if (connectionString === '') return { connection: '' };
  if (before && before.connection !== '' && (await readConnection(vault, before)) === connectionString)
    return { connection: before.connection };
  const connection = `tenant-connection/${id}/${commandId}`;
  await vault.secret(connection, () => connectionString);
  return { connection };
};

/** The connection string. Older events contain it in clear text. Empty if the vault has lost it. */
export const readConnection = async (vault: Vault, { connection, connectionString = '' }: Tenant): Promise<string> => {
  if (connection === '') return connectionString;
  try {
    return await vault.secret(connection, () => Promise.reject(new Lost()));
  } catch (error) {
    if (error instanceof Lost) return '';
    throw error;
  }
};

class Lost extends Error {}
