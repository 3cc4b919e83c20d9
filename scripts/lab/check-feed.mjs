// LAB section 3: the feed, its stream, and the types of events.
import { messagesOf } from './event-stream.mjs';
import { mismatch } from './json-schema.mjs';
import { granted, refusedWith } from './platform-client.mjs';
import { expectThat, skip } from './report.mjs';

const FEED = '/api/v1/feed';
const scope = 'events:read';
/** Maximum number of events that are read from the first day on. */
const MAX_EVENTS_READ = 5_000;
const MAX_STREAMS = 5;
const HEARTBEAT_MS = 20_000;
/** The beginning of a cursor of a log that does not exist. */
const FOREIGN = Buffer.from('00000000.1').toString('base64').replaceAll('=', '');
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
  const page = async (query = {}) => granted(await platform.get(FEED, query), scope);
  let read = null;
  /** The events from the first day on, read once. */
  const events = async () => {
    if (read) return read;
    const all = [];
    for (let after; all.length < MAX_EVENTS_READ;) {
      const { events: some, next, atEnd } = await page({ limit: 1000, ...(after ? { after } : {}) });
      all.push(...some);
      after = next;
      if (atEnd) break;
    }
    return (read = all.length > 0 ? all : skip('the feed of the unit has no event yet'));
  };
  const end = async () => {
    let after = (await events()).at(-1).cursor;
    for (;;) {
      const { next, atEnd } = await page({ after, limit: 1000 });
      after = next ?? after;
      if (atEnd) return after;
    }
  };
  const open = async (after, { query = {}, signal } = {}) => {
    const { status, answer } = await platform.send('GET', `${FEED}/stream`, {
      query,
      headers: after ? { 'last-event-id': after } : {},
      signal,
    });
    if (status === 403) skip(`the key has not the scope ${scope}`);
    return { status, answer };
  };
  /** The first `count` messages that `wanted` accepts. */
  const streamed = async (after, count, wanted = ({ data }) => data !== undefined) => {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), HEARTBEAT_MS);
    const { status, answer } = await open(after, { signal: over.signal });
    expectThat(status === 200, `the stream was answered ${status}`);
    const messages = [];
    try {
      for await (const message of messagesOf(answer)) {
        if (wanted(message)) messages.push(message);
        if (messages.length >= count) break;
      }
    } catch (error) {
      if (!over.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
    return messages;
  };

  return [
    [
      'events are CloudEvents 1.0 with every member, and no id comes twice',
      async () => {
        const all = await events();
        for (const event of all) {
          const missing = MEMBERS.filter((member) => !(member in event));
          expectThat(missing.length === 0, `${event.id}: ${missing.join(', ')} are missing`);
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
          const wrong = mismatch(schema, event.data);
          expectThat(wrong === null, `${event.id} (${event.type}): ${wrong}`);
        }
      },
    ],
    [
      'sequence grows within each consignment and each report',
      async () => {
        const last = new Map();
        for (const { data, sequence, id } of await events()) {
          const of = data.reportId ?? data.consignmentId;
          expectThat(BigInt(sequence) > (last.get(of) ?? -1n), `${id} of ${of} has ${sequence} behind ${last.get(of)}`);
          last.set(of, BigInt(sequence));
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
        const again = await page({ limit: 50 });
        expectThat(JSON.stringify(again.events) === JSON.stringify(all), 'the first 50 events differ');
        const small = [];
        for (let after; small.length < Math.min(all.length, 21);) {
          const { events: some, next } = await page({ limit: 7, ...(after ? { after } : {}) });
          small.push(...some);
          after = next;
          if (some.length === 0) break;
        }
        const same = JSON.stringify(small) === JSON.stringify(all.slice(0, small.length));
        expectThat(same && small.length > 0, 'pages of seven differ from one large page');
      },
    ],
    [
      'a page behind the cursor of an event begins with the next event',
      async () => {
        const all = await events();
        if (all.length < 2) skip('the feed has one event alone');
        const { events: behind } = await page({ after: all[0].cursor, limit: 1 });
        expectThat(behind[0]?.id === all[1].id, `it begins with ${behind[0]?.id}`);
      },
    ],
    [
      'types narrow the feed by the beginning of their name',
      async () => {
        const { events: some } = await page({ types: 'consignment.audit', limit: 1000 });
        const others = some.filter(({ type }) => !type.startsWith('consignment.audit'));
        expectThat(others.length === 0, `${others[0]?.type} is among them`);
        refusedWith(await platform.get(FEED, { types: 'lab-check.' }), 400, { scope });
      },
    ],
    [
      'wait holds an empty answer, which keeps the cursor',
      async () => {
        const after = await end();
        const began = performance.now();
        const answer = await page({ after, wait: 2 });
        const seconds = (performance.now() - began) / 1000;
        if (answer.events.length > 0) skip('something happened meanwhile');
        expectThat(seconds > 1.5, `it came after ${seconds.toFixed(1)} s`);
        expectThat(answer.atEnd && answer.next === after, `it says ${JSON.stringify(answer)}`);
      },
    ],
    [
      'limits and cursors that are none are refused with 400, a cursor of another log with 410',
      async () => {
        for (const query of [{ limit: 0 }, { limit: 1001 }, { wait: 31 }, { after: 'x' }])
          refusedWith(await platform.get(FEED, query), 400, { scope });
        refusedWith(await platform.get(FEED, { after: FOREIGN }), 410, { scope, code: 'cursor_foreign' });
      },
    ],
    [
      'the stream sends the same events, and goes on behind Last-Event-ID',
      async () => {
        const all = await events();
        const first = all.slice(0, 3);
        const messages = await streamed(null, first.length);
        expectThat(
          JSON.stringify(messages.map(({ data }) => data)) === JSON.stringify(first),
          'its first events are not those of the feed',
        );
        expectThat(
          messages.every(({ id, data }) => id === data.cursor),
          'the id of a message is not its cursor',
        );
        if (all.length < 2) return;
        const [next] = await streamed(all[0].cursor, 1);
        expectThat(next?.data.id === all[1].id, `behind the first event it goes on with ${next?.data.id}`);
      },
    ],
    [
      'a quiet stream gives a sign of life within 20 seconds',
      async () => {
        // The first comment opens the stream.
        const beats = await streamed(await end(), 2, ({ comment }) => comment !== undefined);
        expectThat(beats.length === 2, 'none came');
      },
    ],
    [
      `a key has at most ${MAX_STREAMS} streams`,
      async () => {
        const after = await end();
        const over = new AbortController();
        const open5 = [];
        for (let n = 0; n < MAX_STREAMS; n += 1) open5.push((await open(after, { signal: over.signal })).status);
        const sixth = (await open(after, { signal: over.signal })).status;
        over.abort();
        if (open5.some((status) => status === 429)) skip('other streams of this key are open');
        expectThat(sixth === 429, `a sixth was answered ${sixth}`);
      },
    ],
    [
      'the list of consumers has this key, and how far it has come',
      async () => {
        const after = await end();
        await page({ after });
        const { items } = granted(await platform.get(`${FEED}/consumers`), scope);
        const own = items.find(({ kind, id }) => kind === 'key' && platform.key.includes(id));
        expectThat(own !== undefined, 'this key is not among them');
        expectThat(
          own.position !== null && own.lagEvents >= 0 && own.lagSeconds >= 0,
          `it says ${JSON.stringify(own)}`,
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
        expectThat(openApi.result?.paths?.[FEED] !== undefined, 'OpenAPI does not have the feed');
        expectThat(asyncApi.result?.asyncapi?.startsWith('3.'), 'AsyncAPI is not version 3');
      },
    ],
  ];
};
