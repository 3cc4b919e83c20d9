// Memory and pauses of the whole service, a process of its own, under whole lives of consignments over HTTP at a steady
// rate: created, saved, given a sample, submitted, audited and received. Prints a line each half minute; `--minutes=60`
// runs longer, and what the environment says (STREAM_CACHE_MB, NODE_OPTIONS) is what the service is started with.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { caller, choices, signIn } from './caller.mjs';
import { COMMANDS_A_LIFE, life } from './life.mjs';
import { startService } from './start-service.mjs';
import { at } from './timing.mjs';

const CONNECTIONS = 32;
const COMMANDS_A_SECOND = 200;
const LINE_MS = 30_000;
const LIMIT_MB = 600;

export default async ({ short }) => {
  const named = process.argv.find((argument) => argument.startsWith('--minutes='));
  const minutes = named ? Number(named.slice('--minutes='.length)) : short ? 0.25 : 4;
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
  const chosen = await choices(call, client);
  const idle = await memoryOf(url, pid);
  process.stdout.write(`    idle: ${said(idle)}\n`);
  const took = {};
  const processorBefore = processorOf(pid);
  const began = performance.now();
  const ends = began + milliseconds;
  let lives = 0;
  let most = idle;
  let done = false;
  const timed = async (name, work) => {
    const started = performance.now();
    const answer = await work();
    (took[name] ??= []).push(performance.now() - started);
    return answer;
  };
  const onePassesAnother = async () => {
    while (performance.now() < ends) {
      const due = began + (lives++ * COMMANDS_A_LIFE * 1000) / COMMANDS_A_SECOND;
      if (due > performance.now()) await pause(due - performance.now());
      await life(call, client, lab, chosen, timed);
    }
  };
  const watch = async () => {
    for (let line = began + LINE_MS; !done;) {
      await pause(500);
      const now = await memoryOf(url, pid);
      if (now.rss > most.rss) most = now;
      if (performance.now() < line) continue;
      line += LINE_MS;
      process.stdout.write(`    ${Math.round((performance.now() - began) / 1000)} s, ${lives} lives: ${said(now)}\n`);
    }
  };
  const watching = watch();
  await Promise.all(Array.from({ length: CONNECTIONS }, onePassesAnother));
  const seconds = (performance.now() - began) / 1000;
  done = true;
  await watching;
  const processor = processorOf(pid) - processorBefore;
  const commands = Object.values(took).flat().length;
  const after = await memoryOf(url, pid);
  return [
    { what: 'memory when idle, and after the load', figure: `${idle.rss.toFixed(0)}, ${after.rss.toFixed(0)} MB` },
    {
      what: `at most, in ${seconds.toFixed(0)} s`,
      figure: `${most.rss.toFixed(0)} MB`,
      ratio: LIMIT_MB / most.rss,
      target: 1,
    },
    {
      what: 'commands, all together',
      figure: `${(commands / seconds).toFixed(0)} / s of ${COMMANDS_A_SECOND}`,
    },
    { what: 'processor time a command, all threads', figure: `${(processor / commands).toFixed(1)} ms` },
    ...Object.entries(took).map(([what, times]) => ({
      what,
      figure: `p50 ${at(times, 0.5).toFixed(1)} p99 ${at(times, 0.99).toFixed(1)} ms`,
    })),
  ];
};

/** Milliseconds of the processor a process has had, in ticks of a hundredth of a second. */
const processorOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
};

/**
 * Megabytes of the process, its private part, and of the heap of the main thread; and the longest turn of its event
 * loop lately.
 */
const memoryOf = async (url, pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const metric = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
  return {
    rss: kilobytes('VmRSS'),
    own: kilobytes('RssAnon'),
    heap: metric('nodejs_heap_size_used_bytes') / 1024 / 1024,
    heapTotal: metric('nodejs_heap_size_total_bytes') / 1024 / 1024,
    external: metric('nodejs_external_memory_bytes') / 1024 / 1024,
    lag: metric('nodejs_eventloop_lag_p99_seconds') * 1000,
    longest: metric('nodejs_eventloop_lag_max_seconds') * 1000,
  };
};

const said = ({ rss, own, heap, heapTotal, external, lag, longest }) =>
  `${rss.toFixed(0)} MB, ${own.toFixed(0)} of them its own; heap of the main thread ${heap.toFixed(0)} of ${heapTotal.toFixed(0)} MB, ` +
  `external ${external.toFixed(0)} MB; event loop p99 ${lag.toFixed(0)}, at most ${longest.toFixed(0)} ms`;
