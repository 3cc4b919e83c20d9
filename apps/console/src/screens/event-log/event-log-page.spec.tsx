import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type EventDetail, type EventLogEntry, getEvent, listEvents, type UserInfo } from '#contract';
import { allEvents, ROLE } from '#events';
import '../../i18n/language.js';
import { EVENT_LOG } from '../../lib/paths.js';
import { Address } from '../../testing/list-server.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import EventLogPage from './event-log-page.js';

const auditor: UserInfo = { ...administrator, roles: [ROLE.auditor], userName: 'auditor' };
const operator: UserInfo = { ...administrator, roles: [ROLE.operator], userName: 'operator' };
const CONSIGNMENT = '11111111-1111-4111-8111-111111111111';
const position = (number: number) => String(number).padStart(20, '0');
const entry = (number: number, changes: Partial<EventLogEntry> = {}): EventLogEntry => ({
  id: `0000000${number}-0000-4000-8000-000000000000`,
  position: position(number),
  stream: `consignment-${CONSIGNMENT}`,
  category: 'consignment',
  revision: number - 1,
  type: 'SampleSaved',
  at: `2026-03-01T08:0${number}:00.000Z`,
  userId: 'aaaaaaaa-0000-4000-8000-000000000000',
  userName: '陈志远',
  role: '委托单位角色',
  unitId: null,
  commandId: 'c1',
  correlationId: 'bbbbbbbb-0000-4000-8000-000000000001',
  causationId: null,
  consignmentId: CONSIGNMENT,
  consignCode: 'TU001-2026-00001',
  ...changes,
});
const detail = (event: EventLogEntry, changes: Partial<EventDetail> = {}): EventDetail => ({
  ...event,
  schemaVersion: 1,
  imported: false,
  previousHash: 'a'.repeat(64),
  hash: 'b'.repeat(64),
  withheld: false,
  personsMasked: false,
  data: {},
  ...changes,
});
const rejected = entry(3, { type: 'AuditRejected' });
const pdf = entry(2, {
  type: 'PdfRequested',
  category: 'document',
  stream: `document-${CONSIGNMENT}`,
  userName: '',
  role: 'worker',
});
let server: StubServer;
let address: string;

beforeEach(() => {
  window.innerWidth = 1440;
  server = stubServer();
  server.respondWith(listEvents, ({ query }) =>
    query['before']
      ? { items: [entry(1)], totalCount: 1, older: null, asOf: position(9) }
      : { items: [rejected, pdf], totalCount: 3, older: position(2), asOf: position(9) },
  );
  server.respondWith(getEvent, detail(rejected, { data: { toStatus: 40, remark: '缺少取样单' } }));
});
afterEach(cleanup);

const page = (at = EVENT_LOG, user = administrator) =>
  renderConsole(
    <>
      <EventLogPage />
      <Address
        onChange={(newAddress) => {
          address = decodeURIComponent(newAddress);
        }}
      />
    </>,
    { user, at },
  );
const cells = async () =>
  within(await screen.findByRole('table', { name: '事件列表' }))
    .getAllByRole('row')
    .slice(1)
    .map((each) =>
      [...each.querySelectorAll('td')]
        .map(({ textContent }) => textContent)
        .slice(1, 6)
        .join('|'),
    );
const panel = async () => within(await screen.findByRole('complementary', { name: '事件' }));

describe('the event log', () => {
  it('lists events in business terms with object and author, and can page to older ones and back', async () => {
    page();
    expect(await cells()).toEqual([
      '审核不通过AuditRejected|委托|TU001-2026-00001|3|陈志远',
      '请求生成 PDFPdfRequested|委托单 PDF|TU001-2026-00001|2|后台服务',
    ]);
    expect(screen.getByText('本页 2 条，更早还有 1 条')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '更早的' }));
    await waitFor(async () => expect(await cells()).toEqual(['修改样品SampleSaved|委托|TU001-2026-00001|1|陈志远']));
    expect(address).toBe(`${EVENT_LOG}?before=${position(2)}`);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '更早的' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: '回到最新' }));
    await waitFor(async () => expect((await cells()).length).toBe(2));
  });

  it('marks events caused through a laboratory system, in the list and in the detail panel', async () => {
    server.respondWith(listEvents, {
      items: [entry(3, { via: 'labSystem' }), pdf],
      totalCount: 2,
      older: null,
      asOf: position(9),
    });
    server.respondWith(getEvent, detail(entry(3, { via: 'labSystem' })));
    page(`${EVENT_LOG}?event=${entry(3).id}`);
    expect((await cells())[0]).toContain('陈志远通过检测机构系统');
    const beside = await panel();
    expect(await beside.findByText('陈志远 · 委托单位 · 通过检测机构系统')).toBeTruthy();
    expect(beside.getByText(/"via": "labSystem"/)).toBeTruthy();
  });

  it('filters by object, category, type and period, keeps them in the address, and tells a stream from a consignment code', async () => {
    page(`${EVENT_LOG}?stream=operations-jobs&from=2026-03-01T08:00&to=2026-03-01T09:00`);
    const lastQuery = () => server.requestsTo(listEvents).at(-1)?.query ?? {};
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        stream: 'operations-jobs',
        from: '2026-03-01T00:00:00.000Z',
        to: '2026-03-01T01:00:59.999Z',
      }),
    );
    await userEvent.clear(screen.getByLabelText('委托编号或事件流'));
    await userEvent.type(screen.getByLabelText('委托编号或事件流'), 'TU001-2026-00001');
    await userEvent.selectOptions(screen.getByLabelText('对象类型'), '委托');
    await userEvent.selectOptions(screen.getByLabelText('事件类型'), '审核不通过');
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({
        consignment: 'TU001-2026-00001',
        category: 'consignment',
        type: 'AuditRejected',
      }),
    );
    expect(lastQuery()['stream']).toBeUndefined();
    expect(address).toBe(
      `${EVENT_LOG}?object=TU001-2026-00001&category=consignment&type=AuditRejected&from=2026-03-01T08:00&to=2026-03-01T09:00`,
    );
    expect(screen.getByText('事件：审核不通过')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '清空筛选' }));
    await waitFor(() => expect(address).toBe(EVENT_LOG));
  });

  it('has a name for every event type', async () => {
    page();
    await cells();
    const options = [...screen.getByLabelText<HTMLSelectElement>('事件类型').options].slice(1);
    expect(options.map(({ value }) => value)).toEqual(Object.keys(allEvents));
    expect(options.filter(({ value, textContent }) => textContent === value || textContent === '')).toEqual([]);
  });

  it('shows a message when no event matches', async () => {
    server.respondWith(listEvents, { items: [], totalCount: 0, older: null, asOf: position(9) });
    page(`${EVENT_LOG}?type=AuditPassed`);
    expect(await screen.findByText('没有符合条件的事件')).toBeTruthy();
  });
});

describe('an event', () => {
  it('is shown as a sentence and as JSON, with links to its history, its request and its author', async () => {
    page();
    await userEvent.click(await screen.findByRole('button', { name: /^查看 审核不通过/ }));
    const box = await panel();
    expect(await box.findByText('审核不通过：缺少取样单')).toBeTruthy();
    expect(box.getByText(/"remark": "缺少取样单"/)).toBeTruthy();
    const links = box
      .getAllByRole('link')
      .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]);
    expect(links).toEqual([
      ['委托历史', `/consignments/${CONSIGNMENT}/history?revision=2`],
      ['此对象的事件', `${EVENT_LOG}?stream=consignment-${CONSIGNMENT}`],
      ['同一请求的事件', `${EVENT_LOG}?correlation=${rejected.correlationId}`],
      ['由它引起的事件', `${EVENT_LOG}?correlation=${rejected.id}`],
      ['此人的事件', `${EVENT_LOG}?by=${rejected.userId}`],
    ]);
    await userEvent.click(box.getByRole('link', { name: '同一请求的事件' }));
    await waitFor(() =>
      expect(server.requestsTo(listEvents).at(-1)?.query).toMatchObject({ correlationId: rejected.correlationId }),
    );
    expect(screen.getByText('同一请求：…00000001')).toBeTruthy();
  });

  it('states which data are masked for an auditor, and that an operator does not see the contents', async () => {
    server.respondWith(getEvent, detail(rejected, { personsMasked: true }));
    page(`${EVENT_LOG}?event=${rejected.id}`, auditor);
    expect(await (await panel()).findByText('姓名、电话等个人信息已遮盖。')).toBeTruthy();
    cleanup();
    server.respondWith(getEvent, detail(rejected, { withheld: true, personsMasked: true, userName: '', data: null }));
    page(`${EVENT_LOG}?event=${rejected.id}`, operator);
    const box = await panel();
    expect(await box.findByText('您的角色只能看到谁在何时做了什么，不能看到内容。')).toBeTruthy();
    expect(box.queryByRole('link', { name: '委托历史' })).toBeNull();
    expect(box.queryByText(/"data"/)).toBeNull();
  });
});

describe('following the log', () => {
  const currentFetch = () => globalThis.fetch;
  /** The rest of the service responds as before; the test controls the stream. */
  const streaming = () => {
    const stubFetch = currentFetch();
    const requests: { address: string; headers: Record<string, string> }[] = [];
    let send: (text: string) => void = () => undefined;
    let end: () => void = () => undefined;
    let resolveRead: ((result: { value?: Uint8Array; done: boolean }) => void) | null = null;
    globalThis.fetch = ((path: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
      if (!path.includes('/follow')) return stubFetch(path, init as RequestInit);
      requests.push({ address: decodeURIComponent(path), headers: init.headers });
      const chunks: Uint8Array[] = [];
      resolveRead = null;
      send = (text) => {
        const value = new TextEncoder().encode(text);
        if (resolveRead) resolveRead({ value, done: false });
        else chunks.push(value);
        resolveRead = null;
      };
      end = () => resolveRead?.({ done: true });
      const read = () =>
        new Promise((resolve) => {
          if (chunks.length > 0) resolve({ value: chunks.shift(), done: false });
          else resolveRead = resolve;
        });
      return Promise.resolve({ ok: true, body: { getReader: () => ({ read }) } });
    }) as unknown as typeof fetch;
    return {
      requests,
      tell: (event: EventLogEntry) => send(`id: ${event.position}\ndata: ${JSON.stringify(event)}\n\n`),
      tellText: (text: string) => send(text),
      isRead: () => resolveRead !== null,
      end: () => end(),
    };
  };

  it('adds each new event once at the top, starting from the position at which the list was read', async () => {
    const stream = streaming();
    page(`${EVENT_LOG}?object=TU001-2026-00001`);
    await cells();
    await userEvent.click(screen.getByRole('button', { name: '实时跟踪' }));
    expect(await screen.findByRole('button', { name: '正在跟踪' })).toBeTruthy();
    expect(stream.requests[0]?.address).toBe(
      `/api/v1/operations/events/follow?consignment=TU001-2026-00001&after=${position(9)}`,
    );
    stream.tell(rejected);
    stream.tell(entry(4, { type: 'ConsignmentSaved' }));
    await waitFor(async () =>
      expect(await cells()).toEqual([
        '保存基本信息ConsignmentSaved|委托|TU001-2026-00001|4|陈志远',
        expect.stringMatching(/^审核不通过/),
        expect.stringMatching(/^请求生成 PDF/),
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: '正在跟踪' }));
    await waitFor(async () => expect((await cells()).length).toBe(2));
  });

  it('continues after the last received event when the stream breaks off', async () => {
    const stream = streaming();
    page();
    await cells();
    await userEvent.click(screen.getByRole('button', { name: '实时跟踪' }));
    await screen.findByRole('button', { name: '正在跟踪' });
    stream.tell(entry(4, { type: 'ConsignmentSaved' }));
    await waitFor(async () => expect((await cells()).length).toBe(3));
    stream.end();
    await waitFor(() => expect(stream.requests[1]?.headers['Last-Event-ID']).toBe(position(4)));
  });

  it('continues after an event that cannot be parsed', async () => {
    const stream = streaming();
    page();
    await cells();
    await userEvent.click(screen.getByRole('button', { name: '实时跟踪' }));
    await screen.findByRole('button', { name: '正在跟踪' });
    stream.tellText(`id: ${position(4)}\ndata: {"id":\n\n`);
    stream.tell(entry(5, { type: 'ConsignmentSaved' }));
    await waitFor(async () => expect((await cells()).length).toBe(3));
    stream.tellText(`id: ${position(6)}\ndata: {}\n\n`);
    await waitFor(() => expect(stream.isRead()).toBe(true));
    stream.end();
    await waitFor(() => expect(stream.requests[1]?.headers['Last-Event-ID']).toBe(position(6)), { timeout: 4_000 });
  });

  it('stops with a message when the service refuses it', async () => {
    const stubFetch = currentFetch();
    let requests = 0;
    globalThis.fetch = ((path: string, init: RequestInit) => {
      if (!path.includes('/follow')) return stubFetch(path, init);
      requests++;
      return Promise.resolve({ ok: false, status: 403, body: null });
    }) as unknown as typeof fetch;
    page();
    await cells();
    await userEvent.click(screen.getByRole('button', { name: '实时跟踪' }));
    await userEvent.click(await screen.findByRole('button', { name: '无法跟踪：请求被拒绝' }));
    expect(await screen.findByRole('button', { name: '实时跟踪' })).toBeTruthy();
    expect(requests).toBe(1);
  });
});
