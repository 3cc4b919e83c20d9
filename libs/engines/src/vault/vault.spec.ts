import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '../sqlite/database.js';
import { openSqliteVault } from './sqlite-vault.js';
import type { Vault } from './vault.js';
import { vaultContract } from './vault.contract.js';

vaultContract('SQLite in memory', async () => {
  const vault = await openSqliteVault(':memory:');
  return { vault, openAnother: async () => vault, close: () => vault.close() };
});

vaultContract('a SQLite file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vault-'));
  const vaults: Vault[] = [];
  const openAnother = async () => {
    const anotherVault = await openSqliteVault(join(folder, 'vault.db'));
    vaults.push(anotherVault);
    return anotherVault;
  };
  const close = async () => {
    for (const vault of vaults) await vault.close();
    await rm(folder, { recursive: true });
  };
  return { vault: await openAnother(), openAnother, close };
});

describe('the vault file', () => {
  it('of an earlier version preserves its sessions, each as a family of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-'));
    const file = join(folder, 'vault.db');
    const earlierDatabase = openDatabase(file);
    earlierDatabase.exec(`
      CREATE TABLE session (jti TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL) WITHOUT ROWID;
      INSERT INTO session VALUES ('one', 'user', '2026-01-02', '2026-01-03'), ('two', 'user', '2026-01-02', '2026-01-03');
    `);
    earlierDatabase.close();
    const vault = await openSqliteVault(file);
    const two = { jti: 'two', userId: 'user', createdAt: '2026-01-02', expiresAt: '2026-01-03' };
    await vault.endFamily('one');
    expect([await vault.session('one'), await vault.session('two')]).toEqual([null, two]);
    await vault.close();
    await rm(folder, { recursive: true });
  });

  it('is readable only by its owner', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-'));
    const vault = await openSqliteVault(join(folder, 'vault.db'));
    await vault.setCredential('user', 'hash');
    for (const name of ['vault.db', 'vault.db-wal']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    await vault.close();
    await rm(folder, { recursive: true });
  });
});
