// Durable appends of the embedded event store against bare SQLite inserts of the same bytes.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_STREAM } from '../../dist/libs/events/src/index.js';
import { openEmbeddedEngines } from '../../dist/libs/engines/src/index.js';

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
const WRITERS = 64;

export default async ({ short }) => {
  const rounds = short ? 2 : 5;
  const rows = [];
  for (const [label, bytes] of [
    ['465 B', 465],
    ['5 kB', 5000],
  ]) {
    const one = { store: [], bare: [] };
    const many = { store: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      const each = short ? 300 : 1500;
      // Alternating, so that a busy moment of the machine hits both.
      one.store.push(await inFolder((folder) => storeOneAtATime(folder, bytes, each)));
      one.bare.push(await inFolder((folder) => bareInserts(folder, bytes, each, 1)));
      many.store.push(await inFolder((folder) => storeManyWriters(folder, bytes, each * 8)));
      many.bare.push(await inFolder((folder) => bareInserts(folder, bytes, each * 8, WRITERS)));
    }
    rows.push(
      compared(`${label} events, one at a time`, one, 0.6),
      compared(`${label} events, ${WRITERS} writers`, many, 0.4),
    );
  }
  return rows;
};

const compared = (what, { store, bare }, target) => ({
  what,
  figure: `${Math.round(median(store))} / s`,
  ratio: median(store) / median(bare),
  target,
});
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const inFolder = async (work) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** An event whose stored form is about `bytes` long. */
const event = (bytes) => ({
  type: 'ConsignmentCancelled',
  data: { toStatus: 50, description: 'x'.repeat(Math.max(0, bytes - 440)) },
  metadata: {
    schemaVersion: 1,
    by: { userId: randomUUID(), role: 'client', unitId: randomUUID() },
    at: new Date().toISOString(),
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: null,
  },
});

const perSecond = async (count, work) => {
  const started = process.hrtime.bigint();
  await work();
  return count / (Number(process.hrtime.bigint() - started) / 1e9);
};

const storeOneAtATime = async (folder, bytes, count) => {
  const engines = await openEmbeddedEngines(folder);
  const rate = await perSecond(count, async () => {
    for (let i = 0; i < count; i++)
      await engines.eventStore.append(`consignment-${randomUUID()}`, [event(bytes)], NO_STREAM);
  });
  await engines.close();
  return rate;
};

const storeManyWriters = async (folder, bytes, count) => {
  const engines = await openEmbeddedEngines(folder);
  let left = count;
  const rate = await perSecond(count, () =>
    Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (left-- > 0) await engines.eventStore.append(`consignment-${randomUUID()}`, [event(bytes)], NO_STREAM);
      }),
    ),
  );
  await engines.close();
  return rate;
};

/**
 * What the same bytes cost without anything of ours: one row, three indexes' worth of keys, one transaction for `batch`
 * rows.
 */
const bareInserts = async (folder, bytes, count, batch) => {
  const db = new DatabaseSync(join(folder, 'bare.db'));
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536;');
  db.exec(
    'CREATE TABLE events (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stream TEXT NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (stream, revision))',
  );
  const insert = db.prepare('INSERT INTO events (id, stream, revision, body) VALUES (?, ?, 0, ?)');
  const rate = await perSecond(count, async () => {
    for (let done = 0; done < count; done += batch) {
      db.exec('BEGIN IMMEDIATE');
      for (let i = 0; i < Math.min(batch, count - done); i++)
        insert.run(randomUUID(), `consignment-${randomUUID()}`, JSON.stringify(event(bytes)));
      db.exec('COMMIT');
    }
  });
  db.close();
  return rate;
};
