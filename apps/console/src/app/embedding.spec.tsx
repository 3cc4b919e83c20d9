import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import {
  type ConsignmentView,
  exchangeEmbeddingCode,
  getAccessory,
  getAccessoryTypes,
  getAllowedActions,
  getConsignLog,
  getConsignmentCounts,
  getConsignSignAccessoryList,
  getConsingInfo,
  getEnumValues,
  getLimsConsignAttachments,
  getPrintConsignInfoList,
  getProjectList,
  getRawMateriaConsignInfoList,
  getTestUnitInfoByConsignPlatURL,
  getTokenByUnitCode,
  getUserInfo,
  listConsignments,
  passAuditConsignInfo,
} from '#contract';
import '../i18n/language.js';
import { embeddingOrigin } from '../lib/embedding-origin.js';
import { currentFailure } from '../lib/failures.js';
import { browserPage } from '../lib/lazy-part.js';
import { queryClient } from '../lib/queries.js';
import { clearToken, readToken, storeToken } from '../lib/token.js';
import { consignmentWith } from '../testing/consignment.js';
import { laboratory } from '../testing/render.js';
import { rowWith, statusNames } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { App } from './app.js';
import { routes } from './features.js';

const LIMS = 'https://lims.example.com';
let server: StubServer;
let view: ConsignmentView;
let answeredRequestCount: number;
let parentPage: { window: Window; posted: jest.Spied<(message: unknown, origin: string) => void> };
const user = userEvent.setup({ pointerEventsCheck: 0 });

const address = (): string => document.querySelector('[data-address]')?.getAttribute('data-address') ?? '';
const Address = () => {
  const { pathname, search } = useLocation();
  return <span data-address={`${pathname}${search}`} />;
};

/** The page of a laboratory's system, as far as a page in its frame can see it. */
const frameAround = () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const window_ = frame.contentWindow as Window;
  parentPage = {
    window: window_,
    posted: jest
      .spyOn(window_ as unknown as { postMessage(message: unknown, origin: string): void }, 'postMessage')
      .mockImplementation(() => undefined),
  };
  Object.defineProperty(window, 'parent', { value: window_, configurable: true });
};
const postFromParent = (
  data: unknown,
  { origin = LIMS, source = parentPage.window }: { origin?: string; source?: Window } = {},
) => act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));
const EMBEDDED = () => `isLims=1&origin=${LIMS}&unitCode=TU001&testUnitId=${view.testUnitId}&unitName=检测中心`;
const open = (search = EMBEDDED(), pageSource = '4') =>
  openAt(`/preconsign-management/detail?id=${view.id}&consignType=1&pageSource=${pageSource}&${search}`);
const openAt = (at: string) => {
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={[at]}>
          <App routes={routes} />
          <Address />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
};
const enterWithCode = async (code: string) => {
  const requestCount = () =>
    parentPage.posted.mock.calls.filter(([message]) => (message as { type?: string }).type?.endsWith('code-wanted'))
      .length;
  const initialCount = answeredRequestCount;
  await waitFor(() => expect(requestCount()).toBeGreaterThan(initialCount));
  answeredRequestCount = requestCount();
  postFromParent({ type: 'consign.embedding-code', code });
};
const withholdCode = async () => {
  await waitFor(() => expect(parentPage.posted).toHaveBeenCalledTimes(1));
  await act(() => jest.advanceTimersByTimeAsync(15_000));
};
const loginExpires = () => act(() => currentFailure.set({ kind: 'loginExpired' }));
const tokenOf = (sub: string, claims: object = {}) =>
  `e30.${btoa(JSON.stringify({ sub, Application_UserName: sub, Application_Roles: [], ...claims }))}.x`;
const messages = () =>
  parentPage.posted.mock.calls.filter(([message]) => !(message as { type?: string }).type?.endsWith('code-wanted'));

beforeEach(() => {
  answeredRequestCount = 0;
  clearToken();
  localStorage.clear();
  queryClient.clear();
  view = consignmentWith({ consignStatus: 20, consignStatusStr: '待审核', consignCode: 'TU001-2026-00001' });
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(exchangeEmbeddingCode, { accessToken: 'embedded-token', expireInSeconds: 3600 });
  server.respondWith(getUserInfo, laboratory);
  server.respondWith(getConsingInfo, () => view);
  server.respondWith(getAllowedActions, () => ({
    revision: view.revision,
    consignStatus: view.consignStatus,
    actions: [
      { action: 'pass' as const, allowed: true, reason: null },
      { action: 'reject' as const, allowed: true, reason: null },
    ],
  }));
  server.respondWith(getPrintConsignInfoList, () => [
    { ...view, samples: [], qualificationName: '', isReadOnly: true, title: '原材料检测预览' },
  ]);
  server.respondWith(getRawMateriaConsignInfoList, { items: [], totalCount: 0 });
  server.respondWith(getLimsConsignAttachments, { attachments: [], sampleAttachments: [] });
  for (const operation of [getConsignLog, getAccessory, getAccessoryTypes, getConsignSignAccessoryList])
    server.respondWith(operation, []);
  server.respondWith(passAuditConsignInfo, { items: [] } as never);
  frameAround();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  currentFailure.set(null);
  embeddingOrigin.set(null);
  clearToken();
  Object.defineProperty(window, 'parent', { value: window, configurable: true });
  document.querySelector('iframe')?.remove();
});

describe('a page embedded in a laboratory system', () => {
  it('CF-008 ILIS-010 requests a code from its origin, signs in with it, and reports a passed audit to that origin once', async () => {
    open();
    await waitFor(() =>
      expect(parentPage.posted.mock.calls).toEqual([
        [{ type: 'consign.embedding-code-wanted', unitCode: 'TU001' }, LIMS],
      ]),
    );
    postFromParent({ type: 'consign.embedding-code', code: 'evil' }, { origin: 'https://evil.example.com' });
    postFromParent({ type: 'consign.embedding-code', code: 'evil' }, { source: window });
    postFromParent({ type: 'consign.embedding-code', code: 'one' });
    await user.click(await screen.findByRole('button', { name: '审核通过' }));
    await waitFor(() => expect(messages()).toEqual([[{ consignId: view.id, consignCode: 'TU001-2026-00001' }, LIMS]]));
    expect(server.requestsTo(exchangeEmbeddingCode).map(({ body }) => body)).toEqual([
      { unitCode: 'TU001', origin: LIMS, code: 'one' },
    ]);
    expect(server.requestsTo(passAuditConsignInfo)[0]?.headers['Authorization']).toBe('Bearer embedded-token');
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
  });

  it('does not use the session of the platform when it gets a code', async () => {
    storeToken('own-token', false);
    open();
    await enterWithCode('one');
    expect([await screen.findByRole('button', { name: '审核通过' }), server.requestsTo(getTokenByUnitCode)]).toEqual([
      expect.anything(),
      [],
    ]);
  });

  it('uses the session of a user of the laboratory when it gets no code, and leaves that session unchanged', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    storeToken('own-token', false);
    const narrow = tokenOf('lab1', { Application_TestUnitID: 'TU', embeddedFor: 'tu' });
    server.respondWith(getTokenByUnitCode, { accessToken: narrow, expireInSeconds: 3600 });
    open();
    await withholdCode();
    await screen.findByRole('button', { name: '审核通过' });
    expect([
      server.requestsTo(getTokenByUnitCode).map(({ query, headers }) => [query, headers['Authorization']]),
      readToken(),
    ]).toEqual([[[{ unitCode: 'TU001', origin: LIMS }, 'Bearer own-token']], narrow]);
    embeddingOrigin.set(null);
    expect(readToken()).toBe('own-token');
  });

  it.each([
    [
      'a client',
      () =>
        server.respondWith(getTokenByUnitCode, {
          accessToken: tokenOf('client1', { Application_TestUnitID: null, embeddedFor: 'tu' }),
          expireInSeconds: 3600,
        }),
    ],
    [
      'another laboratory',
      () =>
        server.refuse(getTokenByUnitCode, { status: 403, code: 'EMBEDDING_NOT_ALLOWED', message: '该检测单位未允许' }),
    ],
  ])('does not use the platform session of %s', async (_, prepare) => {
    jest.useFakeTimers({ advanceTimers: true });
    storeToken('own-token', false);
    prepare();
    open();
    await withholdCode();
    expect(await screen.findByText(/没有给出进入口令/)).toBeTruthy();
    expect(server.requestsTo(getUserInfo)).toEqual([]);
  });

  it.each([
    ['origin', 'isLims=1&unitCode=TU001'],
    ['unit', `isLims=1&origin=${LIMS}`],
  ])('shows an error if its address does not name the %s', async (_, search) => {
    storeToken('own-token', false);
    open(search);
    expect(await screen.findByText(/没有写明/)).toBeTruthy();
    expect(parentPage.posted).not.toHaveBeenCalled();
  });

  it('accepts a different spelling of its origin', async () => {
    open('isLims=1&origin=https://LIMS.example.com:443/&unitCode=TU001');
    await enterWithCode('one');
    expect(await screen.findByRole('button', { name: '审核通过' })).toBeTruthy();
  });

  it('keeps the typed text while it cannot renew an expired login, and continues once it can', async () => {
    open();
    await enterWithCode('one');
    await screen.findByRole('button', { name: '审核通过' });
    const remark = () => screen.getAllByRole('textbox')[0] as HTMLTextAreaElement;
    await user.type(remark(), '请补充');
    server.refuse(exchangeEmbeddingCode, {
      status: 403,
      code: 'EMBEDDING_NOT_ALLOWED',
      message: '该检测单位未允许这个网站',
    });
    loginExpires();
    await enterWithCode('two');
    const dialog = within(await screen.findByRole('alertdialog', { name: '需要重新进入委托平台' }));
    expect([dialog.getByText(/未允许/), remark().value]).toEqual([expect.anything(), '请补充']);
    server.respondWith(exchangeEmbeddingCode, { accessToken: 'embedded-token-2', expireInSeconds: 3600 });
    const initialCount = server.requestsTo(getConsingInfo).length;
    await user.click(dialog.getByRole('button', { name: '重试' }));
    await enterWithCode('three');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(server.requestsTo(getConsingInfo).length).toBeGreaterThan(initialCount));
    expect([remark().value, readToken()]).toEqual(['请补充', 'embedded-token-2']);
  });

  it('reloads if the renewed login belongs to another user, and does not repeat the request', async () => {
    const reload = jest.spyOn(browserPage, 'reload').mockImplementation(() => undefined);
    server.respondWith(exchangeEmbeddingCode, { accessToken: tokenOf('a'), expireInSeconds: 3600 });
    open();
    await enterWithCode('one');
    server.refuse(passAuditConsignInfo, { status: 401, message: '登录失效', details: '登录失效' });
    server.respondWith(exchangeEmbeddingCode, { accessToken: tokenOf('b'), expireInSeconds: 3600 });
    await user.click(await screen.findByRole('button', { name: '审核通过' }));
    await enterWithCode('two');
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect([readToken(), server.requestsTo(passAuditConsignInfo).length]).toEqual([tokenOf('a'), 1]);
    reload.mockRestore();
  });

  it('reports a passed audit once if the first response was lost', async () => {
    let attempts = 0;
    server.handle(passAuditConsignInfo, () =>
      ++attempts === 1 ? { status: 502, message: '' } : ({ items: [] } as never),
    );
    open();
    await enterWithCode('one');
    await user.click(await screen.findByRole('button', { name: '审核通过' }));
    await waitFor(() => expect(messages()).toEqual([[{ consignId: view.id, consignCode: 'TU001-2026-00001' }, LIMS]]));
    expect(new Set(server.requestsTo(passAuditConsignInfo).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(
      1,
    );
  });

  it('shows no link to the history, and keeps the embedding parameters on the way to the list', async () => {
    open(undefined, '1');
    await enterWithCode('one');
    const toList = await screen.findByRole('button', { name: '返回列表' });
    expect([
      screen.getByRole('button', { name: '打印预览' }),
      screen.queryByRole('button', { name: '委托历史' }),
    ]).toEqual([expect.anything(), null]);
    await user.click(toList);
    await waitFor(() => expect(address()).toMatch(/^\/preconsign-management\?/));
    const params = new URLSearchParams(address().split('?')[1]);
    expect(['isLims', 'origin', 'unitCode', 'testUnitId', 'unitName'].map((name) => params.get(name))).toEqual([
      '1',
      LIMS,
      'TU001',
      view.testUnitId,
      '检测中心',
    ]);
  });

  it('PRE-020 shows a laboratory its list and opens a form from it with the token for the code, without a login', async () => {
    const row = rowWith({ id: view.id, consignCode: view.consignCode, consignStatus: 20 });
    server.respondWith(listConsignments, { items: [row], totalCount: 1 });
    server.respondWith(getConsignmentCounts, { total: 1, byStatus: [{ consignStatus: 20, count: 1 }] });
    server.respondWith(getEnumValues, statusNames);
    server.respondWith(getProjectList, { items: [], totalCount: 0 });
    openAt(`/preconsign-management?${EMBEDDED()}`);
    await enterWithCode('one');
    await user.click(await screen.findByRole('link', { name: view.consignCode }));
    expect(await screen.findByRole('button', { name: '打印预览' })).toBeTruthy();
    expect(address()).toMatch(new RegExp(`^/preconsign-management/detail\\?.*id=${view.id}`));
    expect(server.requestsTo(listConsignments)[0]?.headers['Authorization']).toBe('Bearer embedded-token');
    expect(server.requestsTo(getConsingInfo)[0]?.headers['Authorization']).toBe('Bearer embedded-token');
    expect(screen.queryByRole('button', { name: '登录' })).toBeNull();
  });

  it('shows why it was refused, and signs in on retry', async () => {
    server.refuse(exchangeEmbeddingCode, {
      status: 403,
      code: 'EMBEDDING_NOT_ALLOWED',
      message: '该检测单位未允许“https://lims.example.com”的页面嵌入本平台',
    });
    open();
    await waitFor(() => expect(parentPage.posted).toHaveBeenCalledTimes(1));
    postFromParent({ type: 'consign.embedding-code', code: 'one' });
    expect(await screen.findByText(/未允许/)).toBeTruthy();
    server.respondWith(exchangeEmbeddingCode, { accessToken: 'embedded-token', expireInSeconds: 3600 });
    await user.click(screen.getByRole('button', { name: '重试' }));
    postFromParent({ type: 'consign.embedding-code', code: 'two' });
    expect(await screen.findByRole('button', { name: '审核通过' })).toBeTruthy();
  });

  it.each([
    ['a pass that fails', {}],
    ['a page whose address is not of an embedding', { search: `origin=${LIMS}&unitCode=TU001` }],
  ])('sends no message to the parent for %s', async (_, { search }: { search?: string }) => {
    if (search) storeToken('own-token', false);
    else server.refuse(passAuditConsignInfo, { status: 409, code: 'NOT_IN_THIS_STATUS', message: '委托已被他人处理' });
    open(search);
    if (!search) {
      await waitFor(() => expect(parentPage.posted).toHaveBeenCalledTimes(1));
      postFromParent({ type: 'consign.embedding-code', code: 'one' });
    }
    await user.click((await screen.findAllByRole('button', { name: '审核通过' }))[0] as HTMLElement);
    await waitFor(() => expect(server.requestsTo(passAuditConsignInfo)).toHaveLength(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(messages()).toEqual([]);
  });
});
