// A projector in a separate process folds a million events of generated histories into the consignment list. Measures
// events per second and memory, and compares with only reading the same log.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';

const MIN_EVENTS_PER_SECOND = 20_000;
const LIMIT_MB = 600;

export default async ({ short }) => {
  const events = short ? 20_000 : 1_000_000;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const generateResult = await runPart('generate', folder, events);
    const readResult = await runPart('read', folder);
    const foldResult = await runPart('fold', folder);
    const perSecond = readResult.events / foldResult.seconds;
    return [
      {
        label: `${generateResult.events} events of ${generateResult.consignments} consignments generated through the deciders`,
        figure: `${Math.round(generateResult.events / generateResult.seconds)} / s, ${(generateResult.bytes / generateResult.events).toFixed(0)} B each`,
      },
      {
        label: 'whole log read and unsealed only',
        figure: `${Math.round(readResult.events / readResult.seconds)} / s`,
      },
      {
        label: `the same folded into ${foldResult.rows} rows of the consignment list with indexes and search`,
        figure: `${Math.round(perSecond)} / s`,
        ratio: perSecond / MIN_EVENTS_PER_SECOND,
        target: short ? undefined : 1,
      },
      {
        label: 'peak memory of the projector',
        figure: `${foldResult.peakMb.toFixed(0)} MB`,
        ratio: LIMIT_MB / foldResult.peakMb,
        target: 1,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs one part in a separate process, so that its memory can be measured. */
const runPart = async (name, folder, events = 0) => {
  const child = fork(fileURLToPath(import.meta.url), [name, folder, String(events)], {
    env: { ...process.env, DATA_DIR: folder },
  });
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ]);
  child.removeAllListeners('exit');
  child.kill();
  return result;
};

const parts = {
  async generate(engines, events) {
    const { generate } = await import('../../dist/apps/standalone/src/generate/generate.js');
    const startedAt = performance.now();
    const result = await generate(
      engines,
      { events, seed: 'bench', endDate: new Date('2026-11-01T00:00:00Z'), onProgress() {} },
      { info() {} },
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const sample = await engines.eventStore.log.readAll('0'.repeat(20), 5_000);
    const bytes =
      sample.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata), 0) /
      sample.length;
    return { ...result, seconds, bytes: bytes * result.events };
  },
  async read({ eventStore }) {
    const startedAt = performance.now();
    let events = 0;
    for (
      let page = await eventStore.readAll('0'.repeat(20), 1_000);
      page.length > 0;
      page = await eventStore.readAll(page.at(-1).position, 1_000)
    )
      events += page.length;
    return { events, seconds: (performance.now() - startedAt) / 1000 };
  },
  async fold(engines) {
    const { allProjections, consignmentList } = await import('../../dist/libs/domain/src/views/index.js');
    const { createProjector } = await import('../../dist/apps/projector/src/projector.js');
    const projections = allProjections.filter(({ name }) => name === consignmentList.name);
    const head = await engines.eventStore.lastPosition();
    const startedAt = performance.now();
    const logger = pino({ level: 'error' }, pino.destination(2));
    createProjector({ engines, projections, logger });
    if (!(await engines.views.waitFor(consignmentList, head, 600_000))) throw new Error('the list did not catch up');
    const seconds = (performance.now() - startedAt) / 1000;
    const { total } = await engines.views.find(consignmentList, { limit: 1 });
    const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
    return { seconds, rows: total, peakMb };
  },
};

if (process.send) {
  const [, , name, , events] = process.argv;
  const { openEngines } = await import('../../dist/libs/engines/src/index.js');
  process.send(await parts[name](await openEngines(process.env), Number(events)));
}
