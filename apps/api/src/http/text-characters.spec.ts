import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations, type Operation } from '#contract';
import { textCharacterProblems } from '#domain/text';
import { startService, type Service } from '#harness/service/service';
import { personaAllowedTo } from '#harness/service/persona-allowed-to';

let service: Service;
let tokenFor: (operation: Operation) => string;

beforeAll(async () => {
  service = await startService({ keyRequestsPerMinute: 100_000 });
  tokenFor = await personaAllowedTo(service);
});
afterAll(() => service.close());

const NUL = '%00';
const send = (operation: Operation, { path = operation.path, ...init }: RequestInit & { path?: string } = {}) =>
  fetch(service.url + path.replaceAll(/:\w+/g, 'x'), {
    method: operation.method,
    ...init,
    headers: { authorization: `Bearer ${tokenFor(operation)}`, ...init.headers },
  });
/** What is wrong with an answer that should refuse a character or a depth, and name where it is. */
const findProblems = async (of: Operation, reply: Promise<Response>, sign: string, path: string): Promise<string[]> => {
  const { status } = await reply;
  const text = await (await reply).text();
  const expectedTexts = of.family === 'pre' ? [sign] : [sign, path];
  return status === 400 && expectedTexts.every((each) => text.includes(each)) ? [] : [`${of.name}: ${status} ${text}`];
};
const json = (body: string) => ({ body, headers: { 'content-type': 'application/json' } });
const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('a text with characters that cannot be stored', () => {
  const all = operations as Operation[];
  const withBody = all.filter(({ method, upload }) => method !== 'GET' && !upload);

  it('is refused by every operation, in query, path, headers and body, with its path', async () => {
    const problems: string[] = [];
    for (const of of all) {
      problems.push(
        ...(await findProblems(of, send(of, { path: `${of.path}?search=client2${NUL}7` }), 'U+0000', 'search')),
      );
      const headerReply = send(of, { headers: { 'idempotency-key': 'k\u0085' } });
      problems.push(...(await findProblems(of, headerReply, 'U+0085', 'Idempotency-Key')));
      if (of.path.includes(':'))
        problems.push(
          ...(await findProblems(of, send(of, { path: of.path.replaceAll(/:\w+/g, `a${NUL}b`) }), 'U+0000', '')),
        );
    }
    for (const of of withBody) {
      problems.push(...(await findProblems(of, send(of, json('{"a":[{"b":"x\\ud800y"}]}')), 'U+D800', 'a.0.b')));
      problems.push(...(await findProblems(of, send(of, json('{"a":{"b\\uffff":1}}')), 'U+FFFF', 'a.b')));
      const keyed = json(nested(65));
      const deep = send(of, { ...keyed, headers: { ...keyed.headers, 'idempotency-key': 'deep' } });
      problems.push(...(await findProblems(of, deep, '64', 'a.a.a')));
    }
    expect([problems, withBody.length > 100]).toEqual([[], true]);
  });

  it('is refused in three languages', async () => {
    const of = all.find(({ name }) => name === 'InsertProject')!;
    const sendControlCharacter = (language: string) =>
      send(of, {
        ...json('{"projectName":"a\\u0000b"}'),
        headers: { 'content-type': 'application/json', 'accept-language': language },
      });
    const messages = await Promise.all(
      ['zh', 'en', 'es'].map(
        async (language) => ((await (await sendControlCharacter(language)).json()) as { error: object }).error,
      ),
    );
    expect(messages).toMatchObject([
      { code: 'TEXT_CHARACTER_REFUSED', message: '含有不能保存的字符（U+0000），请删除后重试' },
      { message: 'Holds a character that cannot be stored (U+0000); please remove it' },
      { message: 'Contiene un carácter que no se puede guardar (U+0000); elimínelo' },
    ]);
  });

  it('is refused with its path, in three languages, if it has a line break or tab in a single-line field', async () => {
    const problems: string[] = [];
    const jsonOperations = all.filter(({ upload, form }) => !upload && !form);
    const searched = jsonOperations.filter(({ query }) => 'shape' in query && 'search' in (query.shape as object));
    for (const of of searched)
      problems.push(...(await findProblems(of, send(of, { path: `${of.path}?search=x%09y` }), '制表符', 'search')));
    expect(searched.length).toBeGreaterThan(3);
    expect(problems).toEqual([]);
    const of = all.find(({ name }) => name === 'InsertProject')!;
    const project = (name: string, language = 'zh') =>
      send(of, {
        ...json(JSON.stringify({ projectName: name, description: '第一行\n第二行\t' })),
        headers: { 'content-type': 'application/json', 'accept-language': language },
      });
    const messages = await Promise.all(
      ['zh', 'en', 'es'].map(async (language) => (await project('一号桥\n引桥', language)).text()),
    );
    expect(messages).toEqual([
      expect.stringContaining('只能填写一行，请删除换行和制表符'),
      expect.stringContaining('Takes one line; please remove line breaks and tabs'),
      expect.stringContaining('Admite una sola línea; elimine los saltos de línea y las tabulaciones'),
    ]);
    expect(messages.every((text) => text.includes('projectName') && !text.includes('description'))).toBe(true);
    expect((await project('一号桥 引桥')).status).toBe(200);
  });

  it('does not include lines, tabs, characters of any script and 64 levels, which are accepted', () => {
    expect(textCharacterProblems({ memo: '一\r\n二\t𠮷 ئۇيغۇر 👩‍🔧', a: JSON.parse(nested(63)) as object })).toEqual([]);
    expect(textCharacterProblems(JSON.parse(nested(100_000)))).toHaveLength(1);
    expect(textCharacterProblems(Array.from({ length: 1000 }, () => '\0'))).toHaveLength(20);
  });
});

/** A multipart body, written by hand: what broken clients send. */
const upload = (of: Operation, body: string, contentType = 'multipart/form-data; boundary=b') =>
  send(of, { body: Buffer.from(body), headers: { 'content-type': contentType, 'idempotency-key': 'upload' } });
const part = (disposition: string, content: string, type = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n${content}\r\n`;
const PDF = 'Content-Type: application/pdf\r\n';
const END = '--b--\r\n';

describe('a malformed upload', () => {
  const uploads = (operations as Operation[]).filter(
    ({ upload: takesFile, name }) => takesFile && name !== 'UploadByKey',
  );

  it.each<[string, string, string, string?]>([
    [
      'without a boundary',
      `${part('name="file"; filename="a.pdf"', '%PDF', PDF)}${END}`,
      'FORM_WITHOUT_BOUNDARY',
      'multipart/form-data',
    ],
    ['with an endless boundary', END, 'FORM_WITHOUT_BOUNDARY', `multipart/form-data; boundary=${'b'.repeat(300)}`],
  ])('%s is refused with a specific code by every upload operation', async (_, body, code, contentType) => {
    const replies = await Promise.all(
      uploads.map(async (of) => {
        const reply = await upload(of, body, contentType);
        const { error, code: topLevelCode } = (await reply.json()) as { error?: { code: string }; code?: string };
        return [of.name, reply.status, error?.code ?? topLevelCode];
      }),
    );
    expect(replies).toEqual(uploads.map(({ name }) => [name, 400, code]));
  });

  it('that is a form without files is refused too', async () => {
    const of = (operations as Operation[]).find(({ form }) => form)!;
    const truncatedReply = await upload(of, part('name="sampleId"', 'x'));
    expect([truncatedReply.status, JSON.stringify(await truncatedReply.json())]).toEqual([
      400,
      expect.stringContaining('boundary'),
    ]);
    expect((await upload(of, END, 'multipart/form-data')).status).toBe(400);
    const hidden = `${part('name="configData"', '[{"name":"\\u0000"}]')}${END}`;
    expect((await upload(of, hidden)).status).toBe(400);
  });
});

describe('a query with an unknown name or an excessive page', () => {
  it('is refused, even if every object has a member of that name', async () => {
    const of = (name: string) => (operations as Operation[]).find((each) => each.name === name)!;
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(
        (await send(of('GetEnumValues'), { path: `${of('GetEnumValues').path}?enumTypeName=${name}` })).status,
      ).toBe(404);
    const users = of('GetSystemUserList');
    for (const query of ['size=395&page=137020024309268', 'size=1000&page=1000001', 'page=1e300'])
      expect((await send(users, { path: `${users.path}?${query}` })).status).toBe(400);
    expect((await send(users, { path: `${users.path}?size=1000&page=1000000` })).status).toBe(200);
  });
});
