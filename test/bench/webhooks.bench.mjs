// Webhook deliveries to a receiver on the same machine: deliveries per second, time from the append to the delivery,
// and the effect of hanging endpoints on others. The worker runs in this process, the receiver in a separate one.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { quantile } from './timing.mjs';

const dist = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);

const MIN_PER_SECOND = 200;
/** Maximum growth of the median with hanging endpoints, and the tolerance for noise. */
const MAX_GROWTH = 1.25;
const NOISE_MS = 5;
const HANGING = 5;
const LAB = randomUUID();

const RECEIVER = `
  import { createServer } from 'node:http';
  const arrived = [];
  createServer((request, response) => {
    if (request.url === '/hang') return;
    if (request.url === '/arrived') return response.end(JSON.stringify(arrived.splice(0)));
    request.resume().on('end', () => {
      arrived.push([request.headers['webhook-id'], performance.timeOrigin + performance.now()]);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

export default async ({ short }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', RECEIVER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: receiver.stdout }), 'line');
  try {
    return await measure(folder, `127.0.0.1:${port}`, short);
  } finally {
    receiver.kill();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (folder, host, short) => {
  const [{ NO_STREAM }, { handle }, { webhook }, { allProjections }, { openEmbeddedEngines }, { openOutbound }] =
    await Promise.all([
      dist('libs/events/src/index.js'),
      dist('libs/domain/src/event-sourcing/index.js'),
      dist('libs/domain/src/lab-systems/index.js'),
      dist('libs/domain/src/views/index.js'),
      dist('libs/engines/src/index.js'),
      dist('libs/outbound/src/index.js'),
    ]);
  const [{ createWorker }, { createProjector }] = await Promise.all([
    dist('apps/worker/src/worker.js'),
    dist('apps/projector/src/projector.js'),
  ]);
  const logger = pino({ level: 'silent' });
  const engines = await openEmbeddedEngines(folder);
  const projections = allProjections.filter(({ name }) => ['unitFeed', 'webhooks'].includes(name));
  const projector = createProjector({ engines, projections, logger });
  await projector.ready;
  const worker = createWorker({
    engines,
    logger,
    messages: { name: 'none', send: async () => {} },
    outbound: openOutbound({ allowedHosts: [host], keepAlive: true }),
  });
  const by = { userId: randomUUID(), role: 'lab', unitId: LAB };
  const context = () => ({ by, at: new Date().toISOString(), commandId: randomUUID(), correlationId: randomUUID() });
  const register = (path) =>
    handle(
      engines.eventStore,
      webhook,
      randomUUID(),
      {
        type: 'RegisterWebhook',
        webhook: { unitId: LAB, unitType: 1, url: `http://${host}${path}`, types: [], description: '' },
        secret: { id: randomUUID(), last4: 'abcd' },
      },
      context(),
    );
  const waitForDeliveries = async (count, withinMs = 120_000) => {
    const deliveries = [];
    for (
      const deadline = performance.now() + withinMs;
      deliveries.length < count && performance.now() < deadline;
      await pause(20)
    )
      deliveries.push(...(await (await fetch(`http://${host}/arrived`)).json()));
    if (deliveries.length < count) throw new Error(`${deliveries.length} of ${count} events were delivered`);
    return deliveries;
  };
  const append = reportAppender(engines.eventStore, NO_STREAM);

  await register('/hook');
  await append();
  await waitForDeliveries(1);
  /** Times from the acknowledgement of an append to its delivery, one at a time. */
  const deliverSequentially = async (times) => {
    const durations = [];
    for (let n = 0; n < times; n++) {
      await append();
      const startedAt = performance.timeOrigin + performance.now();
      const [[, time]] = await waitForDeliveries(1);
      durations.push(time - startedAt);
    }
    return durations;
  };
  const times = short ? 30 : 200;
  const withoutHanging = await deliverSequentially(times);

  const count = short ? 500 : 4_000;
  for (let n = 0; n < count; n += 50) await Promise.all(Array.from({ length: 50 }, append));
  const burst = (await waitForDeliveries(count)).map(([, time]) => time);
  const perSecond = (count - 1) / ((Math.max(...burst) - Math.min(...burst)) / 1_000);

  for (let n = 0; n < HANGING; n++) await register('/hang');
  await append();
  await waitForDeliveries(1);
  await pause(2_000);
  const withHanging = await deliverSequentially(times);

  await worker.stop();
  await projector.stop();
  await engines.close();
  const [p50, p99, p50Hanging, p99Hanging] = [
    quantile(withoutHanging, 0.5),
    quantile(withoutHanging, 0.99),
    quantile(withHanging, 0.5),
    quantile(withHanging, 0.99),
  ];
  return [
    {
      label: 'deliveries to one endpoint on this machine',
      figure: `${perSecond.toFixed(0)} / s`,
      ratio: perSecond / MIN_PER_SECOND,
      target: 1,
    },
    { label: 'from the append to the delivery, p50', figure: `${p50.toFixed(1)} ms` },
    { label: 'from the append to the delivery, p99', figure: `${p99.toFixed(1)} ms` },
    {
      label: `the same with ${HANGING} hanging endpoints, p50`,
      figure: `${p50Hanging.toFixed(1)} ms`,
      ratio: (MAX_GROWTH * p50 + NOISE_MS) / p50Hanging,
      target: 1,
    },
    { label: `the same with ${HANGING} hanging endpoints, p99`, figure: `${p99Hanging.toFixed(1)} ms` },
  ];
};

/** Returns a function that registers a report, which is an event of the feed. */
const reportAppender = (eventStore, NO_STREAM) => async () => {
  const id = randomUUID();
  const commandId = randomUUID();
  const data = {
    consignmentId: randomUUID(),
    consignType: 1,
    consignCode: 'TU001-2026-00001',
    consignFormaNumber: '',
    consignUnitId: randomUUID(),
    consignUnitName: '宁波路桥',
    testUnitId: LAB,
    testUnitName: '浙东交通工程检测中心',
    projectName: '甬台温高速公路第3合同段',
    samples: [{ id: randomUUID(), name: '水泥' }],
    acceptedAt: null,
    reportNumber: 'BG-2026-0001',
    toStatus: 10,
  };
  const metadata = {
    by: { userId: id, role: 'lab', unitId: LAB },
    at: new Date().toISOString(),
    commandId,
    correlationId: commandId,
    causationId: null,
  };
  await eventStore.append(`report-${id}`, [{ type: 'ReportRegistered', data, metadata }], NO_STREAM);
};
