import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliveriesContract } from './deliveries.contract.js';
import { openSqliteDeliveries } from './sqlite-deliveries.js';

deliveriesContract('a SQLite file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deliveries-'));
  const file = join(folder, 'deliveries.db');
  const [one, other] = [await openSqliteDeliveries(file), await openSqliteDeliveries(file)];
  const close = async () => {
    await one.close();
    await other.close();
    await rm(folder, { recursive: true });
  };
  return { one, other, close };
});

deliveriesContract('a database in memory', async () => {
  const one = await openSqliteDeliveries(':memory:');
  return { one, other: one, close: () => one.close() };
});
