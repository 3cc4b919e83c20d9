import type { CommandContext } from '#domain/event-sourcing';
import type { Vault } from '#engines';
import type { Tenant } from '#events';

/**
 * How to reach a tenant's database is a secret: the vault keeps it, events name it (ADR-003). Each command that changes
 * it makes a secret of its own, so that a command which loses a race leaves the other's alone, and one that is repeated
 * finds its own.
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

/**
 * The secret itself. What was recorded before secrets lay in the vault says it in clear. A vault that lost it has none.
 */
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
