// LAB section 3: the feed, its stream, and the types of events.
import { messagesOf } from './event-stream.mjs';
import { mismatch } from './json-schema.mjs';
import { granted, refusedWith } from './platform-client.mjs';
import { expectThat, skip } from './report.mjs';

const FEED_PATH = '/api/v1/feed';
const scope = 'events:read';
/** Maximum number of events that are read from the first day on. */
const MAX_EVENTS_READ = 5_000;
const MAX_STREAMS = 5;
const HEARTBEAT_MS = 20_000;
/** The beginning of a cursor of a log that does not exist. */
const FOREIGN_CURSOR = Buffer.from('00000000.1').toString('base64').replaceAll('=', '');
const MEMBERS = [
  'specversion',
  'id',
  'source',
  'type',
  'subject',
  'time',
  'datacontenttype',
  'dataschema',
  'sequence',
  'cursor',
  'correlationid',
  'causationid',
  'data',
];
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/;

export const feedChecks = (platform) => {
  const page = async (query = {}) => granted(await platform.get(FEED_PATH, query), scope);
  let cachedEvents = null;
  /** The events from the first day on, read once. */
  const events = async () => {
    if (cachedEvents) return cachedEvents;
    const all = [];
    for (let after; all.length < MAX_EVENTS_READ;) {
      const { events: pageEvents, next, atEnd } = await page({ limit: 1000, ...(after ? { after } : {}) });
      all.push(...pageEvents);
      after = next;
      if (atEnd) break;
    }
    return (cachedEvents = all.length > 0 ? all : skip('the feed of the unit has no event yet'));
  };
  const readEndCursor = async () => {
    let after = (await events()).at(-1).cursor;
    for (;;) {
      const { next, atEnd } = await page({ after, limit: 1000 });
      after = next ?? after;
      if (atEnd) return after;
    }
  };
  const openStream = async (after, { query = {}, signal } = {}) => {
    const { status, response } = await platform.send('GET', `${FEED_PATH}/stream`, {
      query,
      headers: after ? { 'last-event-id': after } : {},
      signal,
    });
    if (status === 403) skip(`the key has not the scope ${scope}`);
    return { status, response };
  };
  /** The first `count` messages that `isMatch` accepts. */
  const readStream = async (after, count, isMatch = ({ data }) => data !== undefined) => {
    const abortController = new AbortController();
    const timer = setTimeout(() => abortController.abort(), HEARTBEAT_MS);
    const { status, response } = await openStream(after, { signal: abortController.signal });
    expectThat(status === 200, `the stream was answered ${status}`);
    const messages = [];
    try {
      for await (const message of messagesOf(response)) {
        if (isMatch(message)) messages.push(message);
        if (messages.length >= count) break;
      }
    } catch (error) {
      if (!abortController.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      abortController.abort();
    }
    return messages;
  };

  return [
    [
      'events are CloudEvents 1.0 with every member, and no id comes twice',
      async () => {
        const all = await events();
        for (const event of all) {
          const missingMembers = MEMBERS.filter((member) => !(member in event));
          expectThat(missingMembers.length === 0, `${event.id}: ${missingMembers.join(', ')} are missing`);
          expectThat(event.specversion === '1.0', `${event.id}: specversion is ${event.specversion}`);
          expectThat(event.source === all[0].source, `${event.id}: source is ${event.source}, not ${all[0].source}`);
        }
        expectThat(new Set(all.map(({ id }) => id)).size === all.length, 'an id comes twice');
      },
    ],
    [
      'the data of each event fit the schema of its type',
      async () => {
        const types = new Map(
          (await platform.get('/api/v1/event-types')).result.items.map(({ name, schema }) => [name, schema]),
        );
        for (const event of await events()) {
          const schema = types.get(event.type);
          expectThat(schema !== undefined, `${event.type} is not among the event types`);
          const problem = mismatch(schema, event.data);
          expectThat(problem === null, `${event.id} (${event.type}): ${problem}`);
        }
      },
    ],
    [
      'sequence grows within each consignment and each report',
      async () => {
        const lastSequences = new Map();
        for (const { data, sequence, id } of await events()) {
          const subjectId = data.reportId ?? data.consignmentId;
          expectThat(
            BigInt(sequence) > (lastSequences.get(subjectId) ?? -1n),
            `${id} of ${subjectId} has ${sequence} behind ${lastSequences.get(subjectId)}`,
          );
          lastSequences.set(subjectId, BigInt(sequence));
        }
      },
    ],
    [
      'no phone number is in an event',
      async () => {
        for (const event of await events())
          expectThat(
            !MOBILE.test(JSON.stringify(event.data.remark === undefined ? event.data : { ...event.data, remark: '' })),
            `one is in ${event.id}`,
          );
      },
    ],
    [
      'the same cursor gives the same events, and small pages the same as large ones',
      async () => {
        const all = (await events()).slice(0, 50);
        const repeatedPage = await page({ limit: 50 });
        expectThat(JSON.stringify(repeatedPage.events) === JSON.stringify(all), 'the first 50 events differ');
        const smallPages = [];
        for (let after; smallPages.length < Math.min(all.length, 21);) {
          const { events: pageEvents, next } = await page({ limit: 7, ...(after ? { after } : {}) });
          smallPages.push(...pageEvents);
          after = next;
          if (pageEvents.length === 0) break;
        }
        const isSame = JSON.stringify(smallPages) === JSON.stringify(all.slice(0, smallPages.length));
        expectThat(isSame && smallPages.length > 0, 'pages of seven differ from one large page');
      },
    ],
    [
      'a page behind the cursor of an event begins with the next event',
      async () => {
        const all = await events();
        if (all.length < 2) skip('the feed has one event alone');
        const { events: nextEvents } = await page({ after: all[0].cursor, limit: 1 });
        expectThat(nextEvents[0]?.id === all[1].id, `it begins with ${nextEvents[0]?.id}`);
      },
    ],
    [
      'types narrow the feed by the beginning of their name',
      async () => {
        const { events: pageEvents } = await page({ types: 'consignment.audit', limit: 1000 });
        const otherEvents = pageEvents.filter(({ type }) => !type.startsWith('consignment.audit'));
        expectThat(otherEvents.length === 0, `${otherEvents[0]?.type} is among them`);
        refusedWith(await platform.get(FEED_PATH, { types: 'lab-check.' }), 400, { scope });
      },
    ],
    [
      'wait holds an empty answer, which keeps the cursor',
      async () => {
        const after = await readEndCursor();
        const startedAt = performance.now();
        const emptyPage = await page({ after, wait: 2 });
        const seconds = (performance.now() - startedAt) / 1000;
        if (emptyPage.events.length > 0) skip('something happened meanwhile');
        expectThat(seconds > 1.5, `it came after ${seconds.toFixed(1)} s`);
        expectThat(emptyPage.atEnd && emptyPage.next === after, `it says ${JSON.stringify(emptyPage)}`);
      },
    ],
    [
      'limits and cursors that are none are refused with 400, a cursor of another log with 410',
      async () => {
        for (const query of [{ limit: 0 }, { limit: 1001 }, { wait: 31 }, { after: 'x' }])
          refusedWith(await platform.get(FEED_PATH, query), 400, { scope });
        refusedWith(await platform.get(FEED_PATH, { after: FOREIGN_CURSOR }), 410, { scope, code: 'cursor_foreign' });
      },
    ],
    [
      'the stream sends the same events, and goes on behind Last-Event-ID',
      async () => {
        const all = await events();
        const firstEvents = all.slice(0, 3);
        const messages = await readStream(null, firstEvents.length);
        expectThat(
          JSON.stringify(messages.map(({ data }) => data)) === JSON.stringify(firstEvents),
          'its first events are not those of the feed',
        );
        expectThat(
          messages.every(({ id, data }) => id === data.cursor),
          'the id of a message is not its cursor',
        );
        if (all.length < 2) return;
        const [nextEvent] = await readStream(all[0].cursor, 1);
        expectThat(nextEvent?.data.id === all[1].id, `behind the first event it goes on with ${nextEvent?.data.id}`);
      },
    ],
    [
      'a quiet stream gives a sign of life within 20 seconds',
      async () => {
        // The first comment opens the stream.
        const comments = await readStream(await readEndCursor(), 2, ({ comment }) => comment !== undefined);
        expectThat(comments.length === 2, 'none came');
      },
    ],
    [
      `a key has at most ${MAX_STREAMS} streams`,
      async () => {
        const after = await readEndCursor();
        const abortController = new AbortController();
        const statuses = [];
        for (let n = 0; n < MAX_STREAMS; n += 1)
          statuses.push((await openStream(after, { signal: abortController.signal })).status);
        const sixthStatus = (await openStream(after, { signal: abortController.signal })).status;
        abortController.abort();
        if (statuses.some((status) => status === 429)) skip('other streams of this key are open');
        expectThat(sixthStatus === 429, `a sixth was answered ${sixthStatus}`);
      },
    ],
    [
      'the list of consumers has this key, and how far it has come',
      async () => {
        const after = await readEndCursor();
        await page({ after });
        const { items } = granted(await platform.get(`${FEED_PATH}/consumers`), scope);
        const ownConsumer = items.find(({ kind, id }) => kind === 'key' && platform.key.includes(id));
        expectThat(ownConsumer !== undefined, 'this key is not among them');
        expectThat(
          ownConsumer.position !== null && ownConsumer.lagEvents >= 0 && ownConsumer.lagSeconds >= 0,
          `it says ${JSON.stringify(ownConsumer)}`,
        );
      },
    ],
    [
      'every event type has a schema at its own address, and an example that fits it',
      async () => {
        const { items } = (await platform.get('/api/v1/event-types')).result;
        expectThat(items.length > 0, 'there are none');
        for (const { name, schema, example } of items) {
          const { status, result } = await platform.get(`/api/v1/event-types/${name}`);
          expectThat(status === 200 && result.title === name, `${name} was answered ${status}`);
          expectThat(mismatch(schema, example) === null, `${name}: ${mismatch(schema, example)}`);
        }
      },
    ],
    [
      'the schema that an event names is there',
      async () => {
        const [event] = await events();
        const { pathname } = new URL(event.dataschema);
        const { status } = await platform.get(pathname);
        expectThat(status === 200, `${pathname} was answered ${status}`);
      },
    ],
    [
      'OpenAPI and AsyncAPI describe it',
      async () => {
        const [openApi, asyncApi] = [await platform.get('/api/openapi.json'), await platform.get('/api/asyncapi.json')];
        expectThat(openApi.result?.paths?.[FEED_PATH] !== undefined, 'OpenAPI does not have the feed');
        expectThat(asyncApi.result?.asyncapi?.startsWith('3.'), 'AsyncAPI is not version 3');
      },
    ],
  ];
};
