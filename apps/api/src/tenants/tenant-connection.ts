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
  current: Tenant | null,
  { commandId }: CommandContext,
): Promise<Pick<Tenant, 'connection'>> => {
  if (connectionString === '') return { connection: '' };
  if (current && current.connection !== '' && (await readConnection(vault, current)) === connectionString)
    return { connection: current.connection };
  const connection = `tenant-connection/${id}/${commandId}`;
  await vault.secret(connection, () => connectionString);
  return { connection };
};

/** The connection string. Older events contain it in clear text. Empty if the vault has lost it. */
export const readConnection = async (vault: Vault, { connection, connectionString = '' }: Tenant): Promise<string> => {
  if (connection === '') return connectionString;
  try {
    return await vault.secret(connection, () => Promise.reject(new ConnectionLost()));
  } catch (error) {
    if (error instanceof ConnectionLost) return '';
    throw error;
  }
};

class ConnectionLost extends Error {}
