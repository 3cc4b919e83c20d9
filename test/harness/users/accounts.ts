import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { authenticate, type BodyOf, createUser } from '#contract';
import { createOutboxTransport } from '../../../apps/worker/src/messages/messages.js';
import { createWorker } from '../../../apps/worker/src/worker.js';
import { startService } from '../service/service.js';

export const PASSWORD = 'Harbour-2027!';

const MAX_READS = 400;
const READ_INTERVAL_MS = 25;

/** Repeats `read` until it returns a result, which a worker beside the service writes. */
const waitForResult = async <Result>(read: () => Promise<Result | undefined>, failure: string): Promise<Result> => {
  for (let n = 0; n < MAX_READS; n++) {
    const result = await read();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL_MS));
  }
  throw new Error(failure);
};

/**
 * A service with a worker that writes messages to a folder, a clock that the test moves, and functions that create
 * accounts.
 */
export const startAccounts = async () => {
  let now = new Date('2026-03-02T01:00:00.000Z');
  let accountCount = 0;
  const folder = await mkdtemp(join(tmpdir(), 'accounts-'));
  const service = await startService({ now: () => now });
  const worker = createWorker({
    engines: service.engines,
    messages: createOutboxTransport(folder),
    logger: pino({ level: 'silent' }),
    now: () => now,
  });
  const [admin, client] = await Promise.all([service.as('admin'), service.as('client1')]);

  const newUserBody = (changes: Partial<BodyOf<typeof createUser>> = {}) => ({
    userName: `sun${++accountCount}`,
    name: '孙工',
    mobile: `139000${String(10_000 + accountCount)}`,
    password: PASSWORD,
    ...changes,
  });
  const signIn = (userName: string, password = PASSWORD) =>
    service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: userName, password } });
  return {
    service,
    admin,
    client,
    newUserBody,
    signIn,
    now: () => now,
    pass(seconds: number): void {
      now = new Date(now.getTime() + seconds * 1000);
    },
    openAccount: (changes: Partial<BodyOf<typeof createUser>> = {}, creator = client) =>
      creator.do(createUser, { body: newUserBody(changes) }),
    session: async (userName: string, password = PASSWORD) =>
      service.withToken((await signIn(userName, password)).result.accessToken),
    /** The code in the newest message to a number; waits for it. */
    async waitForCodeTo(phone: string): Promise<string> {
      await service.catchUp();
      return waitForResult(async () => {
        const texts = await Promise.all(
          (await readdir(folder))
            .filter((name) => name.endsWith('.txt'))
            .map((name) => readFile(join(folder, name), 'utf8')),
        );
        return /验证码是 (\d{6})/.exec(texts.find((text) => text.includes(phone)) ?? '')?.[1];
      }, `No message to ${phone}`);
    },
    /** Waits until the message to a number is recorded. */
    waitForMessageTo: (phone: string) =>
      waitForResult(
        async () =>
          (await service.engines.eventStore.readAll('0'.repeat(20), 1000, ['MessageSent', 'MessageFailed'])).find(
            ({ data }) => JSON.stringify(data).includes(phone),
          ),
        `Nothing is recorded of a message to ${phone}`,
      ),
    async stop(): Promise<void> {
      await worker.stop();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
};
