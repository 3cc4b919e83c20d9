// Preloaded into each process under test, and by Node into its threads: `Date` returns the system time plus the
// milliseconds in the file FAULTS_CLOCK, which the test changes. Timers and performance.now() are not affected, as when
// the clock of a machine is set.
import { readFileSync } from 'node:fs';

const POLL_MS = 50;
const file = process.env.FAULTS_CLOCK ?? '';
const SystemDate = Date;
let offset = 0;
const readOffset = () => {
  offset = Number(readFileSync(file, 'utf8'));
};
readOffset();
setInterval(readOffset, POLL_MS).unref();

const now = () => SystemDate.now() + offset;
globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
SystemDate.prototype.constructor = globalThis.Date;
