// Durable appends of the embedded event store compared with plain SQLite inserts of the same number of bytes.
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
    const single = { store: [], plain: [] };
    const concurrent = { store: [], plain: [] };
    for (let round = 0; round < rounds; round++) {
      const eventsPerRound = short ? 300 : 1500;
      // Alternating, so that other load of the machine affects both.
      single.store.push(await inTemporaryFolder((folder) => appendSequentially(folder, bytes, eventsPerRound)));
      single.plain.push(await inTemporaryFolder((folder) => plainInserts(folder, bytes, eventsPerRound, 1)));
      concurrent.store.push(await inTemporaryFolder((folder) => appendConcurrently(folder, bytes, eventsPerRound * 8)));
      concurrent.plain.push(
        await inTemporaryFolder((folder) => plainInserts(folder, bytes, eventsPerRound * 8, WRITERS)),
      );
    }
    rows.push(
      comparisonRow(`${label} events, one at a time`, single, 0.6),
      comparisonRow(`${label} events, ${WRITERS} writers`, concurrent, 0.4),
    );
  }
  return rows;
};

const comparisonRow = (label, { store, plain }, target) => ({
  label,
  figure: `${Math.round(median(store))} / s`,
  ratio: median(store) / median(plain),
  target,
});
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const inTemporaryFolder = async (work) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** An event with about this number of bytes in stored form. */
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
  const startedAt = process.hrtime.bigint();
  await work();
  return count / (Number(process.hrtime.bigint() - startedAt) / 1e9);
};

const appendSequentially = async (folder, bytes, count) => {
  const engines = await openEmbeddedEngines(folder);
  const rate = await perSecond(count, async () => {
    for (let i = 0; i < count; i++)
      await engines.eventStore.append(`consignment-${randomUUID()}`, [event(bytes)], NO_STREAM);
  });
  await engines.close();
  return rate;
};

const appendConcurrently = async (folder, bytes, count) => {
  const engines = await openEmbeddedEngines(folder);
  let remaining = count;
  const rate = await perSecond(count, () =>
    Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (remaining-- > 0)
          await engines.eventStore.append(`consignment-${randomUUID()}`, [event(bytes)], NO_STREAM);
      }),
    ),
  );
  await engines.close();
  return rate;
};

/** Inserts the same bytes without the event store: one row per event, three keys, one transaction per `batch` rows. */
const plainInserts = async (folder, bytes, count, batch) => {
  const db = new DatabaseSync(join(folder, 'bare.db'));
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536;');
  db.exec(
    `CREATE TABLE events (
       position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stream TEXT NOT NULL, revision INTEGER NOT NULL,
       body TEXT NOT NULL, UNIQUE (stream, revision)
     )`,
  );
  const insert = db.prepare('INSERT INTO events (id, stream, revision, body) VALUES (?, ?, 0, ?)');
  const rate = await perSecond(count, async () => {
    for (let insertedCount = 0; insertedCount < count; insertedCount += batch) {
      db.exec('BEGIN IMMEDIATE');
      for (let i = 0; i < Math.min(batch, count - insertedCount); i++)
        insert.run(randomUUID(), `consignment-${randomUUID()}`, JSON.stringify(event(bytes)));
      db.exec('COMMIT');
    }
  });
  db.close();
  return rate;
};
