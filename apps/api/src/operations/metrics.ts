import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { databaseWaits, droppedLogLines, writeAheadLogs } from '#engines';
import type { EventStore } from '#events';

/** The metrics of the api. Each app has its own registry, because a process may run two apps. */
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly refusals = new Counter({
    name: 'refusals_total',
    help: 'Requests that were refused, by operation and reason',
    labelNames: ['operation', 'code'],
    registers: [this.registry],
  });
  readonly appended = new Counter({
    name: 'events_appended_total',
    help: 'Events this api appended',
    registers: [this.registry],
  });
  readonly decisions = new Counter({
    name: 'decisions_total',
    help: 'Commands decided, by outcome; code is the rule that refused',
    labelNames: ['aggregate', 'command', 'outcome', 'code'],
    registers: [this.registry],
  });
  readonly decisionDuration = new Histogram({
    name: 'decision_duration_seconds',
    help: 'Duration of decisions, look-ups and append included',
    labelNames: ['aggregate', 'command', 'outcome'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
    registers: [this.registry],
  });
  readonly engineUp = new Gauge({
    name: 'engine_up',
    help: '1 while an engine answers, 0 while it does not',
    labelNames: ['engine'],
    registers: [this.registry],
  });
  readonly viewLag = new Gauge({
    name: 'view_lag',
    help: 'Events a view has not taken yet, 1,000 standing for more',
    labelNames: ['view'],
    registers: [this.registry],
  });
  readonly viewFailed = new Gauge({
    name: 'view_failed',
    help: '1 while a view has stopped at an event that it cannot take, 0 while it goes on',
    labelNames: ['view'],
    registers: [this.registry],
  });
  readonly viewSetAside = new Gauge({
    name: 'view_set_aside',
    help: 'Streams a view skips because it cannot take one of their events',
    labelNames: ['view'],
    registers: [this.registry],
  });
  readonly jobs = new Gauge({ name: 'jobs', help: 'Jobs by state', labelNames: ['state'], registers: [this.registry] });
  readonly jobsOverdue = new Gauge({
    name: 'jobs_overdue',
    help: 'Jobs that the newest round of reconciliation found pending longer than they can take',
    labelNames: ['job'],
    registers: [this.registry],
  });
  readonly jobsPutBack = new Gauge({
    name: 'jobs_put_back_total',
    help: 'Jobs that were lost and that rounds of reconciliation put back',
    labelNames: ['job'],
    registers: [this.registry],
  });
  readonly endpoints = new Gauge({
    name: 'webhook_endpoints',
    help: 'Endpoints of webhooks by state; failing ones have refused several attempts in a row',
    labelNames: ['state'],
    registers: [this.registry],
  });
  readonly deliveriesWaiting = new Gauge({
    name: 'webhook_deliveries_waiting',
    help: 'Events that wait to be delivered to endpoints of webhooks',
    registers: [this.registry],
  });
  readonly engineWarnings = new Gauge({
    name: 'engine_warnings',
    help: '1 for what is wrong with how an engine is set up, though it answers',
    labelNames: ['engine', 'code'],
    registers: [this.registry],
  });

  readonly droppedLogLines = new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that could not be written since the process started',
    registers: [this.registry],
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });

  readonly databaseWrites = new Counter({
    name: 'database_writes_total',
    help: 'Writes of this process to embedded databases',
    labelNames: ['database'],
    registers: [this.registry],
    collect() {
      this.reset();
      for (const { database, writes } of databaseWaits()) this.inc({ database }, writes);
    },
  });
  readonly databaseWaits = new Counter({
    name: 'database_write_wait_seconds_total',
    help: 'How long they waited for their turn, other programs that held the file included',
    labelNames: ['database'],
    registers: [this.registry],
    collect() {
      this.reset();
      for (const { database, seconds } of databaseWaits()) this.inc({ database }, seconds);
    },
  });
  readonly writeAheadLogs = new Gauge({
    name: 'database_write_ahead_log_bytes',
    help: 'Size of the write-ahead log of each embedded database',
    labelNames: ['database'],
    registers: [this.registry],
    async collect() {
      this.reset();
      for (const { database, bytes } of await writeAheadLogs()) this.set({ database }, bytes);
    },
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}

/** Counts the events that are appended to a store. */
export const countingStore = <Store extends EventStore>(store: Store, metrics: Metrics): Store => {
  const append: EventStore['append'] = async (stream, events, head) => {
    const appended = await store.append(stream, events, head);
    metrics.appended.inc(events.length);
    return appended;
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === 'append') return append;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
};
