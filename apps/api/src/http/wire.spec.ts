import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getProjectList, operations, type Family, type Operation } from '#contract';
import { startService, type Service } from '#harness/service/service';
import { personaAllowedTo } from '#harness/service/persona-allowed-to';
import { languageOf } from './api-request.js';
import { readUrlEncoded } from './request-body.js';

const all = operations as Operation[];
const writing = all.filter(({ method }) => method !== 'GET');
const withForm = writing.filter(({ upload, form }) => upload || form);
const withJson = writing.filter(({ upload, form }) => !upload && !form);
const of = (name: string): Operation => all.find((each) => each.name === name)!;
const pathOf = ({ path }: Operation) => path.replaceAll(/:\w+/g, 'x');

let service: Service;
let folder: string;
let tokenFor: (operation: Operation) => string;
const PAGE = '<!doctype html><title>console</title>';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wire-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  service = await startService({ console: folder, keyRequestsPerMinute: 100_000 });
  tokenFor = await personaAllowedTo(service);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

type RequestParts = {
  path?: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: Buffer | string;
  chunked?: true;
};
type RawReply = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * A request as it is written, by somebody who may call the operation: addresses and headers of every kind, which
 * `fetch` would mend.
 */
const send = (
  to: Operation,
  { path = pathOf(to), method = to.method, headers = {}, body, chunked }: RequestParts = {},
) =>
  new Promise<RawReply>((resolve, reject) => {
    const token = tokenFor(to);
    const { hostname, port } = new URL(service.url);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = ask({
      hostname,
      port,
      path,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(chunked ? { 'transfer-encoding': 'chunked' } : length),
        ...headers,
      },
    });
    outgoing.on('response', (incoming) => {
      text(incoming).then(
        (responseText) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: responseText }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Writes to a socket what no client would, and reads what comes until it closes. */
const sendRaw = (request: string | Buffer) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(request));
    let read = '';
    socket.on('data', (chunk) => (read += chunk.toString()));
    socket.on('close', () => resolve(read));
    socket.on('error', reject);
  });

/** What is wrong with a refusal: its status, or its family's shape. */
const findProblems = (
  subject: string,
  family: Family,
  { status, headers, text }: RawReply,
  expected: number,
): string[] => {
  const type = family === 'platform' || family === 'pre' ? 'application/json' : 'application/problem+json';
  const problems: string[] = [];
  if (status !== expected) problems.push(`${subject}: ${status} instead of ${expected}: ${text.slice(0, 200)}`);
  else if (!headers['content-type']?.startsWith(type)) problems.push(`${subject}: ${headers['content-type']}`);
  else if (!isShaped(family, JSON.parse(text) as object, status)) problems.push(`${subject}: ${text}`);
  return problems;
};
const isShaped = (family: Family, body: object, status: number): boolean => {
  const { error, code, message, title, status: bodyStatus } = body as Record<string, unknown>;
  if (family === 'platform') return 'success' in body && typeof (error as { message?: unknown }).message === 'string';
  if (family === 'pre') return code === status * 100 && typeof message === 'string';
  return bodyStatus === status && typeof title === 'string' && typeof code === 'string';
};
/** Runs a check of every operation given, some at a time, and returns what it found. */
const checked = async (of: readonly Operation[], check: (operation: Operation) => Promise<string[]>) => {
  const problems: string[] = [];
  for (let at = 0; at < of.length; at += 8)
    problems.push(...(await Promise.all(of.slice(at, at + 8).map(check))).flat());
  return problems.slice(0, 12); // enough to see what kind of fault it is
};

/** Bytes of a text in GB18030, found by decoding all that there are of two bytes. */
const gbk = (of: string): Buffer =>
  Buffer.concat([...of].map((sign) => (sign < '\x80' ? Buffer.from(sign) : (twoBytes.get(sign) ?? fourBytes))));
const fourBytes = Buffer.from([0x90, 0x30, 0x81, 0x30]); // U+10000
const twoBytes = new Map<string, Buffer>();
const decoder = new TextDecoder('gb18030');
for (let leadByte = 0x81; leadByte <= 0xfe; leadByte++)
  for (let trail = 0x40; trail <= 0xfe; trail++) {
    const bytes = Buffer.from([leadByte, trail]);
    const sign = decoder.decode(bytes);
    if (sign.length === 1) twoBytes.set(sign, bytes);
  }
const utf16 = (of: string) => Buffer.from(of, 'utf16le');

/** With a sign whose second byte is a backslash, as that breaks what is read before it is decoded. */
const NAME = '誠检测报告';

describe('a charset', () => {
  it('of JSON is refused with 415 if unknown, and bytes that do not match it with 400 and their path, by every operation', async () => {
    const body = gbk(`{"a":[{"b":"${NAME}"}]}`);
    const problems = await checked(withJson, async (each) => {
      const sendAs = (type: string) => send(each, { headers: { 'content-type': `application/json${type}` }, body });
      const [unnamed, unknown, misnamed] = await Promise.all([
        sendAs(''),
        sendAs('; charset=windows-1252'),
        sendAs('; charset="UTF-8"'),
      ]);
      return [
        ...findProblems(`${each.name} unnamed`, each.family, unnamed, 400),
        ...findProblems(`${each.name} unknown`, each.family, unknown, 415),
        ...findProblems(`${each.name} misnamed`, each.family, misnamed, 400),
        ...[unnamed, misnamed]
          .filter(({ text }) => !text.includes('a.0.b') || !text.includes('UTF-8'))
          .map(({ text }) => `${each.name} names no path: ${text}`),
      ];
    });
    expect([problems, withJson.length > 100]).toEqual([[], true]);
  });

  it.each<[string, (json: string) => Buffer]>([
    ['charset=gbk', gbk],
    ['charset=GB2312', gbk],
    ['charset="gb18030"', gbk],
    ['charset=utf-8', (json) => Buffer.from(`\ufeff${json}`)],
    ['charset=utf-16', (json) => utf16(`\ufeff${json}`)],
    ['charset=utf-16', utf16],
    ['charset=utf-16le', utf16],
    ['charset=utf-16be', (json) => utf16(json).swap16()],
    ['charset=utf-16', (json) => utf16(`\ufeff${json}`).swap16()],
    ['', (json) => Buffer.from(json)],
  ])('of a body is used to decode it: %s', async (parameter, encode) => {
    const name = `${NAME}${parameter.includes('gb18030') ? '\u{10000}' : ''}`;
    const mark = `${Date.now()}-${Math.random()}`;
    const reply = await send(of('InsertProject'), {
      headers: { 'content-type': `application/json;${parameter}` },
      body: encode(JSON.stringify({ projectName: name, projectCode: 'X', description: mark })),
    });
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
    await service.catchUp();
    const listed = await (await service.as('client1')).do(getProjectList, { query: { search: name } });
    expect(listed.items.filter(({ description }) => description === mark)).toMatchObject([{ projectName: name }]);
  });

  it('of a url-encoded form is used to decode its escapes, if Content-Type or a field names it', () => {
    const escaped = [...gbk(NAME)].map((byte) => `%${byte.toString(16)}`).join('');
    const read = (body: Buffer | string, charset: Parameters<typeof readUrlEncoded>[1]) =>
      Object.fromEntries(readUrlEncoded(Buffer.from(body), charset));
    expect(read(`name=${escaped}&rate=100%&a+b=c%2Bd`, 'gb18030')).toEqual({ name: NAME, rate: '100%', 'a b': 'c+d' });
    expect(read(gbk(`name=${NAME}`), 'gb18030')).toEqual({ name: NAME });
    expect(read(`name=${escaped}&_charset_=GBK`, null)).toMatchObject({ name: NAME });
    expect(read(utf16(`name=${encodeURIComponent(NAME)}`), 'utf-16')).toEqual({ name: NAME });
    expect(read(`name=${encodeURIComponent(NAME)}`, null)).toEqual({ name: NAME });
  });

  it('of a form is refused by every operation if unknown, and so are bytes that do not match it', async () => {
    const url = 'application/x-www-form-urlencoded';
    const part = (disposition: string, value: Buffer | string, type = '') =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n--b--\r\n'),
      ]);
    const parts = 'multipart/form-data; boundary=b';
    const problems = await checked(withForm, async (each) => {
      const sendAs = async (subject: string, type: string, body: Buffer, status: number, expectedText = '') => {
        const reply = await send(each, { headers: { 'content-type': type, 'accept-language': 'en' }, body });
        const isMentioned = each.path.includes(':key') || reply.text.includes(expectedText); // whoever has no key hears only that
        return [
          ...(each.path.includes(':key') ? [] : findProblems(`${each.name} ${subject}`, each.family, reply, status)),
          ...(isMentioned ? [] : [`${each.name} ${subject} does not say ${expectedText}: ${reply.text}`]),
        ];
      };
      return [
        ...(await sendAs('of GBK', parts, part('name="remark"', gbk(NAME)), 400, 'remark')),
        ...(await sendAs('of an unknown charset', `${parts}; charset=big5`, part('name="remark"', 'x'), 415)),
        ...(await sendAs(
          'with a part of one',
          parts,
          part('name="x"', 'x', 'Content-Type: text/plain; charset=big5\r\n'),
          415,
        )),
        ...(await sendAs('not as it names', `${parts}; charset=utf-8`, part('name="x"', gbk(NAME)), 400, 'x')),
        ...(each.form
          ? [
              ...(await sendAs('in escapes', url, Buffer.from('remark=%BC%EC'), 400, 'remark')),
              ...(await sendAs('in escapes of an unknown charset', `${url}; charset=big5`, Buffer.from('a=b'), 415)),
            ]
          : []),
      ];
    });
    expect([problems, withForm.length > 5]).toEqual([[], true]);
  });

  const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  const file = (disposition: Buffer) =>
    Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; '),
      disposition,
      Buffer.from(`\r\nContent-Type: application/pdf\r\n\r\n${PDF}\r\n--b--\r\n`),
    ]);
  it.each<[string, Buffer, string?]>([
    ['UTF-8', Buffer.from(`filename="${NAME}.pdf"`)],
    ['GBK that nothing names', Buffer.concat([Buffer.from('filename="'), gbk(NAME), Buffer.from('.pdf"')])],
    [
      'GBK that the form names',
      Buffer.concat([Buffer.from('filename="'), gbk(NAME), Buffer.from('.pdf"')]),
      '; charset=gbk',
    ],
    ['an extended name', Buffer.from(`filename="?.pdf"; filename*=UTF-8''${encodeURIComponent(NAME)}.pdf`)],
    [
      'an extended name in GBK',
      Buffer.from(`filename*=gbk''${[...gbk(NAME)].map((b) => `%${b.toString(16)}`).join('')}.pdf`),
    ],
  ])('of a file name is detected: %s', async (_, disposition, parameter = '') => {
    const { status, text } = await send(of('uploadFile'), {
      headers: { 'content-type': `multipart/form-data; boundary=b${parameter}` },
      body: file(disposition),
    });
    expect([status, text]).toEqual([200, expect.stringContaining(`${NAME}.pdf`)]);
  });

  it('that cannot be determined is refused with 400, in file names and in escapes of a query', async () => {
    const body = file(
      Buffer.concat([Buffer.from('filename="'), Buffer.from([0xff, 0xfe, 0xff]), Buffer.from('.pdf"')]),
    );
    const refused = await send(of('uploadFile'), {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"file"')]);
    const problems = await checked(all, async (each) => {
      const reply = await send(each, { path: `${pathOf(each)}?a=100%&search=%BC%EC` });
      return findProblems(`${each.name} in its query`, each.family, reply, 400).concat(
        each.family === 'pre' || reply.text.includes('search') ? [] : [`${each.name}: ${reply.text}`],
      );
    });
    expect(problems).toEqual([]);
  });
});

describe('a body', () => {
  it('that is compressed, of another type or too large is refused by every operation in the format of its family', async () => {
    const problems = await checked(writing, async (each) => {
      if (each.path.includes(':key')) return [];
      const type = each.upload || each.form ? 'multipart/form-data; boundary=b' : 'application/json';
      const coded = await Promise.all(
        ['gzip', 'br', 'x-none', 'identity, deflate'].map((coding) =>
          send(each, { headers: { 'content-type': type, 'content-encoding': coding }, body: '{}' }),
        ),
      );
      const textReply = await send(each, { headers: { 'content-type': 'text/xml' }, body: '<a/>' });
      const refused = [
        ...coded.flatMap((reply) => [
          ...findProblems(`${each.name} compressed`, each.family, reply, 415),
          ...(reply.headers['accept-encoding'] === 'identity' ? [] : [`${each.name} names no coding`]),
        ]),
        ...findProblems(`${each.name} of text`, each.family, textReply, 415),
      ];
      if (each.upload || each.orUpload || each.form) return refused;
      const parts = { 'content-type': 'multipart/form-data; boundary=b' };
      const large = { 'content-type': type, 'content-length': '3000000' };
      return [
        ...refused,
        ...findProblems(
          `${each.name} of parts`,
          each.family,
          await send(each, { headers: parts, body: '--b--\r\n' }),
          415,
        ),
        ...findProblems(`${each.name} too large`, each.family, await send(each, { headers: large, body: '{' }), 413),
      ];
    });
    expect(problems).toEqual([]);
  });
});

describe('an address', () => {
  const HTML = { accept: 'text/html' };
  it('accepts and names the methods of its operations; HEAD is answered like GET without a body', async () => {
    const problems = await checked(all, async (each) => {
      const [propfindReply, optionsReply] = await Promise.all([
        send(each, { method: 'PROPFIND', headers: { ...HTML, 'content-type': 'text/xml' }, body: '<a/>' }),
        send(each, { method: 'OPTIONS' }),
      ]);
      const names = ({ headers }: RawReply) => (headers['allow'] ?? '').split(', ').includes(each.method);
      return [
        ...findProblems(`${each.name} PROPFIND`, each.family, propfindReply, 405),
        ...(names(propfindReply) && names(optionsReply) && optionsReply.status === 204
          ? []
          : [`${each.name}: ${optionsReply.status}`]),
      ];
    });
    expect(problems).toEqual([]);
    const head = await send(getProjectList, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await send(getProjectList, { method: 'PROPFIND' })).headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it('of the api in another spelling is a 404 of its family, never the console’s page', async () => {
    const spellings = (path: string) => [
      `/${path}`,
      path.replaceAll('/', '//'),
      `${path}/`,
      `/x/..${path}`,
      `/.${path}`,
      path.replace('/api/', '/api%2F'),
      path.replace('/api/', '/%2fapi/'),
      `/x/%2e%2e${path}`,
      path.toUpperCase(),
    ];
    const problems = await checked(all, async (each) => {
      const replies = await Promise.all(
        spellings(pathOf(each)).map(async (path) => [path, await send(each, { path, headers: HTML })] as const),
      );
      return replies.flatMap(([path, reply]) => findProblems(`${each.method} ${path}`, each.family, reply, 404));
    });
    expect(problems).toEqual([]);
  });

  it('with invalid escapes or an excessive length is refused in the format of its family', async () => {
    for (const [path, family] of [
      ['/api/services/app/%E0%A4%A', 'platform'],
      ['/api/TokenAuth/%E0%A4%A', 'platform'],
      ['/api/pre/%E0%A4%A', 'pre'],
      ['/api/%E0%A4%A', 'v1'],
      ['/api/v1/%', 'v1'],
    ] as const)
      expect(findProblems(path, family, await send(getProjectList, { path, headers: HTML }), 400)).toEqual([]);
    const parameter = `/api/v1/consignments/${'x'.repeat(3_000)}/history`;
    expect(findProblems('a parameter', 'v1', await send(getProjectList, { path: parameter }), 414)).toEqual([]);
  });

  it('without an operation returns the console’s page to browsers and a 404 to other clients', async () => {
    const get = (path: string, accept: string, method = 'GET') =>
      send(getProjectList, { path, method, headers: { accept } });
    for (const accept of ['text/html,application/xhtml+xml;q=0.9', '*/*', 'text/*;q=0.5'])
      expect([(await get('/consignments', accept)).text, (await get('/apis', accept)).text]).toEqual([PAGE, PAGE]);
    expect((await get('/consignments', 'text/html', 'HEAD')).status).toBe(200);
    for (const [accept, method] of [
      ['application/json', 'GET'],
      ['text/html;q=0, */*', 'GET'],
      ['text/html', 'POST'],
      ['text/html', 'DELETE'],
    ] as const)
      expect(findProblems(`${method} ${accept}`, 'v1', await get('/consignments', accept, method), 404)).toEqual([]);
    expect((await get('/consignments', 'text/html')).headers.vary).toContain('Accept');
    const absolute = await sendRaw('GET http://a.example/api/v1/none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(absolute).toMatch(/^HTTP\/1.1 404 [\s\S]+urn:problem:not-found/);
  });
});

describe('headers', () => {
  it('that are duplicated, too long or expect the unsupported are refused in the format of the operation’s family', async () => {
    const problems = await checked(all, async (each) => {
      const twice = { 'unit-code': ['a', 'b'] };
      const long = { 'x-long': 'x'.repeat(20_000) };
      const repliesProblems = [
        findProblems(`${each.name} twice`, each.family, await send(each, { headers: twice }), 400),
        findProblems(`${each.name} long`, each.family, await send(each, { headers: long }), 431),
        findProblems(`${each.name} expects`, each.family, await send(each, { headers: { expect: 'tea' } }), 417),
      ];
      return repliesProblems.flat();
    });
    expect(problems).toEqual([]);
    const { text } = await send(of('InsertProject'), { headers: { 'idempotency-key': ['a', 'b'] } });
    expect(text).toContain('Idempotency-Key');
  });

  it('with Expect: 100-continue are answered before the body arrives, and an invalid request gets an error message', async () => {
    const body = JSON.stringify({ projectName: '一' });
    const { token } = await service.as('client1');
    const reply = await sendRaw(
      `POST /api/services/app/BaProject/InsertProject HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    expect(reply).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    const none = await sendRaw('GET /api/pre/x HTTP/1.1\r\nAccept-Language: es\r\nContent-Length: x\r\n\r\n');
    expect(none).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]+"code":40000,"message":"La solicitud no es válida"/);
    const unescaped = await sendRaw('GET /api/pre/x?search=检测 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(unescaped).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]+"code":40000/);
    expect(await sendRaw(`GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 414 /);
  });

  it('that request a language are evaluated by their weights', () => {
    const languageFor = (header: string | undefined) => languageOf({ headers: { 'accept-language': header } });
    expect([undefined, '', '*', 'fr', 'fr, *', 'x-none;q=nonsense'].map(languageFor)).toEqual(Array(6).fill('zh'));
    expect(['zh;q=0.1, en', 'en-GB', 'zh;q=0', 'EN', 'fr, en;q=0.2, zh;q=0.1'].map(languageFor)).toEqual(
      Array(5).fill('en'),
    );
    expect(['es-MX', 'es-419,en;q=0.9', 'zh;q=0, en;q=0, *', 'en;q=0.5,es;q=0.6'].map(languageFor)).toEqual(
      Array(4).fill('es'),
    );
    expect(['zh-Hans-CN', 'zh-TW, en;q=0.5', 'en;q=0, zh'].map(languageFor)).toEqual(Array(3).fill('zh'));
  });

  it('of a response name its language if it contains translated text, and JSON is returned whatever is accepted', async () => {
    const refused = await send(getProjectList, {
      path: '/api/v1/none',
      headers: { 'accept-language': 'zh;q=0.1, en', accept: 'application/xml' },
    });
    expect(refused.headers).toMatchObject({ 'content-language': 'en', vary: 'Accept-Language' });
    const listed = await send(of('GetEnumValues'), {
      path: `${of('GetEnumValues').path}?enumTypeName=ConsignStatus`,
      headers: { 'accept-language': 'es-MX', accept: 'text/html' },
    });
    expect([listed.headers['content-language'], listed.headers['content-type']]).toEqual([
      'es',
      'application/json; charset=utf-8',
    ]);
    const projects = await send(getProjectList, { headers: { 'accept-language': 'en' } });
    expect([projects.headers['content-language'], projects.headers.vary]).toEqual([undefined, 'Accept-Language']);
  });
});

// The last, as some calls end the session that they are made in.
describe('an empty body', () => {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'text/plain; charset=utf-8',
    'application/octet-stream',
    'application/json; charset=big5',
    'nonsense',
  ];
  it('is accepted by an operation that needs none', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const chunked of [{}, { chunked: true as const }])
      expect((await send(of('CreateRawMateriaConsingInfo'), { headers, body: '', ...chunked })).status).toBe(200);
  });

  it('counts as no body for every operation, whatever its headers state', async () => {
    const problems = await checked(
      writing.filter(({ name }) => name !== 'Logout'),
      async (each) => {
        const replies = await Promise.all(
          types.flatMap((type) => [
            send(each, { headers: { 'content-type': type }, body: '' }),
            send(each, { headers: { 'content-type': type, 'content-encoding': 'gzip' }, body: '', chunked: true }),
          ]),
        );
        return replies
          .filter(({ status }) => status === 415 || status >= 500)
          .map(({ status, text }) => `${each.name}: ${status} ${text}`);
      },
    );
    // A form of parts is read by who takes one, and what it is encoded in is told before it is read.
    expect(problems.filter((each) => !/Content-Encoding/.test(each))).toEqual([]);
  });
});
