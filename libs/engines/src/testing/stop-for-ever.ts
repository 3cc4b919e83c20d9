import { runUntilStopped } from '../stop-on-signal.js';

const say = (facts: object, text: string): void => void process.stdout.write(`${text} ${JSON.stringify(facts)}\n`);

/** A process of which one part can never be closed; it prints "started". Arguments: how long it may take to stop, in milliseconds. */
await runUntilStopped(
  { debug: say, info: say, error: say },
  async (parts) => {
    await parts.add('engines', () => process.stdout.write('engines are closed\n'));
    await parts.add('jobs', () => new Promise(() => undefined));
    setInterval(() => undefined, 1_000);
    process.stdout.write('started\n');
  },
  Number(process.argv[2]),
);
