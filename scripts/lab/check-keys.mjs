// LAB section 1: access keys.
import { refusedWith } from './platform-client.mjs';
import { expectThat } from './report.mjs';

const GUID = '/api/services/app/Test/GetGuid';
const FORM = /^lk_([0-9a-f-]{32,36})_[A-Za-z0-9_-]{43}$/;

export const keyChecks = (platform) => {
  const { key } = platform;
  const withChangedSecret = (secret) => `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
  return [
    [
      'the key has the form lk_<id>_<secret>',
      () => expectThat(FORM.test(key), `${key.slice(0, 12)}... has another form`),
    ],
    [
      'no key is refused with 401',
      async () => void refusedWith(await platform.get('/api/v1/feed', {}, { token: null }), 401),
    ],
    [
      'unknown, changed and misshapen keys are refused alike: 401 key_invalid',
      async () => {
        const [, id] = FORM.exec(key) ?? [];
        const unknown = key.replace(id ?? '', platform.unknownId());
        const replies = [];
        for (const token of [unknown, withChangedSecret(key), 'lk_', `${key}x`])
          replies.push(refusedWith(await platform.get('/api/v1/feed', {}, { token }), 401, { code: 'key_invalid' }));
        const messages = new Set(replies.map(({ body }) => body.detail ?? body.title));
        expectThat(messages.size === 1, `they are told apart: ${[...messages].join(' | ')}`);
      },
    ],
    [
      'a refusal of /api/v1 is a problem as RFC 9457 has it',
      async () => {
        const { headers, body } = await platform.get('/api/v1/feed', { after: 'x' });
        const type = headers.get('content-type') ?? '';
        expectThat(type.includes('application/problem+json'), `its content type is ${type}`);
        expectThat(typeof body?.title === 'string' && body.status >= 400, `it is ${JSON.stringify(body)}`);
      },
    ],
    [
      'answers say how many requests are left',
      async () => {
        const reply = await platform.get(GUID);
        const remaining = Number(reply.headers.get('ratelimit-remaining'));
        const limit = Number(reply.headers.get('ratelimit-limit'));
        expectThat(limit > 0, 'RateLimit-Limit is missing');
        expectThat(reply.headers.has('ratelimit-reset'), 'RateLimit-Reset is missing');
        const nextRemaining = Number((await platform.get(GUID)).headers.get('ratelimit-remaining'));
        expectThat(
          nextRemaining < remaining || nextRemaining >= limit - 2,
          `RateLimit-Remaining went from ${remaining} to ${nextRemaining}`,
        );
      },
    ],
    [
      'a key is no session: calls for people are refused',
      async () => {
        const { status } = await platform.get('/api/v1/access-keys');
        expectThat([401, 403].includes(status), `the list of keys was answered ${status}`);
      },
    ],
    [
      'GetGuid answers a new GUID each time',
      async () => {
        const [firstReply, secondReply] = [await platform.get(GUID), await platform.get(GUID)];
        const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
        expectThat(form.test(firstReply.result) && form.test(secondReply.result), `${firstReply.result} is no GUID`);
        expectThat(firstReply.result !== secondReply.result, 'it answered the same twice');
      },
    ],
  ];
};
