import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { handle } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import { user } from '#domain/users';
import { allProjections } from '#domain/views';
import { ROLE, START } from '#events';
import { createProjector } from '../../projector/src/projector.js';
import { createOutboxTransport } from './messages/messages.js';
import { newCommandContext } from '#harness/worker/consignment-in-log';
import { waitUntilRecorded } from '#harness/worker/until-recorded';
import { workerUnderTest } from '#harness/worker/worker-under-test';

const test = workerUnderTest();
const store = () => test.engines.eventStore;
const NAMES = ['周小川', '李四'] as const;

let folder: string;
let projector: ReturnType<typeof createProjector>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erased-'));
  projector = createProjector({
    engines: test.engines,
    projections: allProjections,
    logger: pino({ level: 'silent' }),
    retryMs: 1,
  });
});
afterEach(async () => {
  await projector.stop();
  await rm(folder, { recursive: true });
});

const addMessage = async (name: string, isRecorded = true): Promise<string> => {
  const key = v4();
  const receiver = { name, phone: `1390000${name.length}111` };
  await createOutboxTransport(folder).send({ key, to: receiver, subject: '见证签名提醒', text: '待您见证签名' });
  const record = {
    sendSource: 'platform',
    msgType: 'witness-signature',
    msgContent: '待您见证签名',
    sendTime: test.clock.now().toISOString(),
    isPrivate: true,
    acceptUserID: null,
    acceptUnitID: null,
    receiver,
  };
  if (isRecorded)
    await handle(
      store(),
      message,
      key,
      { type: 'RecordSent', kind: 'witness-signature', subjectId: v4(), transport: 'outbox', records: [record] },
      newCommandContext(),
    );
  return `${key}.txt`;
};

const registerUser = async (): Promise<string> => {
  const id = v4();
  const registration = {
    userName: id,
    profile: { name: NAMES[0], phone: '13900001111', email: '' },
    roles: [ROLE.client],
    unitId: null,
    unitType: null,
    unitName: '',
  };
  await handle(store(), user, id, { type: 'RegisterUser', registration }, newCommandContext());
  return id;
};

describe('the erasure of a person', () => {
  it('deletes their messages from the outbox, keeps those to others and those not recorded yet, and is recorded once when repeated', async () => {
    const [erasedMessage, otherMessage] = [await addMessage(NAMES[0]), await addMessage(NAMES[1])];
    const unrecordedMessage = await addMessage(NAMES[1], false);
    const id = await registerUser();
    await store().erase(`message-${erasedMessage.slice(0, 36)}`, () => true);
    await handle(store(), user, id, { type: 'EraseUser', reason: '本人要求' }, newCommandContext());
    const worker = test.startWorker({ messages: createOutboxTransport(folder) });
    const [clearedEvent] = await waitUntilRecorded(store(), `user-${id}`, ['ErasedPersonCleared']);
    expect(clearedEvent?.data).toEqual({ files: 0, messages: 1 });
    expect((await readdir(folder)).toSorted()).toEqual([otherMessage, unrecordedMessage].toSorted());

    const [erasure] = await store().readAll(START, 10, ['UserErased']);
    await test.jobIs('clear-erased', erasure?.id ?? '', 'done');
    await worker.stop();
    await test.loseJobs();
    await test.engines.jobs.enqueue(
      'clear-erased',
      { requestId: erasure?.id, userId: id, position: erasure?.position },
      { id: `${erasure?.id}.clear-erased` },
    );
    test.startWorker({ messages: createOutboxTransport(folder) });
    await test.jobIs('clear-erased', erasure?.id ?? '', 'done');
    expect(await store().readAll(START, 10, ['ErasedPersonCleared', 'ErasedPersonNotCleared'])).toHaveLength(1);
  });
});
