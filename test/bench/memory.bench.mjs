// Memory and pauses of the whole service in a separate process, under life cycles of consignments over HTTP at a
// constant rate. Prints a line every half minute. `--minutes=60` runs longer. The service gets the environment of this
// process, e.g. STREAM_CACHE_MB and NODE_OPTIONS.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { caller, loadDemoChoices, signIn } from './caller.mjs';
import { COMMANDS_PER_LIFE_CYCLE, runLifeCycle } from './life-cycle.mjs';
import { startService } from './start-service.mjs';
import { quantile } from './timing.mjs';

const CONNECTIONS = 32;
const COMMANDS_PER_SECOND = 200;
const LINE_MS = 30_000;
const LIMIT_MB = 600;

export default async ({ short }) => {
  const minutesOption = process.argv.find((argument) => argument.startsWith('--minutes='));
  const minutes = minutesOption ? Number(minutesOption.slice('--minutes='.length)) : short ? 0.25 : 4;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const service = await startService(folder);
  try {
    return await measure(service, minutes * 60_000);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async ({ url, pid }, milliseconds) => {
  const call = caller(url, CONNECTIONS);
  const [client, lab] = [await signIn(call, 'client1'), await signIn(call, 'lab1')];
  const demoChoices = await loadDemoChoices(call, client);
  const idle = await memoryOf(url, pid);
  process.stdout.write(`    idle: ${describe(idle)}\n`);
  const durations = {};
  const cpuTimeBefore = cpuTimeOf(pid);
  const startedAt = performance.now();
  const endsAt = startedAt + milliseconds;
  let lifeCycles = 0;
  let peak = idle;
  let hasEnded = false;
  const runCommand = async (name, work) => {
    const commandStartedAt = performance.now();
    const body = await work();
    (durations[name] ??= []).push(performance.now() - commandStartedAt);
    return body;
  };
  const runClient = async () => {
    while (performance.now() < endsAt) {
      const scheduledAt = startedAt + (lifeCycles++ * COMMANDS_PER_LIFE_CYCLE * 1000) / COMMANDS_PER_SECOND;
      if (scheduledAt > performance.now()) await pause(scheduledAt - performance.now());
      await runLifeCycle(call, client, lab, demoChoices, runCommand);
    }
  };
  const watchMemory = async () => {
    for (let nextLineAt = startedAt + LINE_MS; !hasEnded;) {
      await pause(500);
      const current = await memoryOf(url, pid);
      if (current.rss > peak.rss) peak = current;
      if (performance.now() < nextLineAt) continue;
      nextLineAt += LINE_MS;
      process.stdout.write(
        `    ${Math.round((performance.now() - startedAt) / 1000)} s, ${lifeCycles} life cycles: ${describe(current)}\n`,
      );
    }
  };
  const memoryWatch = watchMemory();
  await Promise.all(Array.from({ length: CONNECTIONS }, runClient));
  const seconds = (performance.now() - startedAt) / 1000;
  hasEnded = true;
  await memoryWatch;
  const cpuTime = cpuTimeOf(pid) - cpuTimeBefore;
  const commands = Object.values(durations).flat().length;
  const finalMemory = await memoryOf(url, pid);
  return [
    {
      label: 'memory when idle and after the load',
      figure: `${idle.rss.toFixed(0)}, ${finalMemory.rss.toFixed(0)} MB`,
    },
    {
      label: `peak memory in ${seconds.toFixed(0)} s`,
      figure: `${peak.rss.toFixed(0)} MB`,
      ratio: LIMIT_MB / peak.rss,
      target: 1,
    },
    {
      label: 'all commands',
      figure: `${(commands / seconds).toFixed(0)} / s of ${COMMANDS_PER_SECOND}`,
    },
    { label: 'CPU time per command, all threads', figure: `${(cpuTime / commands).toFixed(1)} ms` },
    ...Object.entries(durations).map(([label, times]) => ({
      label,
      figure: `p50 ${quantile(times, 0.5).toFixed(1)} p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    })),
  ];
};

/** CPU time of a process in milliseconds; the kernel counts ticks of 10 ms. */
const cpuTimeOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
};

/** Memory of the process and of the heap of its main thread in MB, and the recent lag of its event loop in ms. */
const memoryOf = async (url, pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const metric = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
  return {
    rss: megabytes('VmRSS'),
    anonymous: megabytes('RssAnon'),
    heap: metric('nodejs_heap_size_used_bytes') / 1024 / 1024,
    heapTotal: metric('nodejs_heap_size_total_bytes') / 1024 / 1024,
    external: metric('nodejs_external_memory_bytes') / 1024 / 1024,
    lag: metric('nodejs_eventloop_lag_p99_seconds') * 1000,
    longest: metric('nodejs_eventloop_lag_max_seconds') * 1000,
  };
};

const describe = ({ rss, anonymous, heap, heapTotal, external, lag, longest }) =>
  `${rss.toFixed(0)} MB, ${anonymous.toFixed(0)} of them anonymous; ` +
  `heap of the main thread ${heap.toFixed(0)} of ${heapTotal.toFixed(0)} MB, ` +
  `external ${external.toFixed(0)} MB; event loop p99 ${lag.toFixed(0)}, maximum ${longest.toFixed(0)} ms`;
