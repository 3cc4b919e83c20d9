import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, useEffect, useState } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { getTestUnitInfoByConsignPlatURL, getUserInfo, logout } from '#contract';
import '../i18n/language.js';
import { dialogStack } from '../components/dialogs.js';
import { errorLog, logHandledFailure } from '../lib/failures.js';
import { countUnsavedWork, saveUnsavedWork } from '../lib/unsaved-work.js';
import { sidebarOpen } from '../lib/preferences.js';
import { queryClient } from '../lib/queries.js';
import { clearToken, readToken, storeToken } from '../lib/token.js';
import { useUnsaved } from '../lib/view.js';
import { client } from '../testing/render.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { App } from './app.js';
import { routes } from './features.js';
import type { RouteEntry } from './route-registry.js';

const InputScreen = () => {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return <input aria-label="field" value={text} onChange={(event) => setText(event.target.value)} />;
};
const registry: RouteEntry[] = [
  ...routes,
  { path: '/form', title: () => '表单', element: lazy(() => Promise.resolve({ default: InputScreen })) },
  { path: '/other', title: () => '别的页', element: lazy(() => Promise.resolve({ default: () => <i>other</i> })) },
];

let server: StubServer;
let navigate: NavigateFunction;
const Mover = () => {
  const move = useNavigate();
  useEffect(() => {
    navigate = move;
  }, [move]);
  return null;
};
const user = { ...client, userId: '' };
const field = () => screen.getByLabelText<HTMLInputElement>('field');
const question = () => screen.findByRole('alertdialog', { name: '提示' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const pick = async (tab: string, item: string) => {
  fireEvent.contextMenu(screen.getByRole('link', { name: tab }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
/** What a browser asks the page before it closes; true if it would ask the user. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(async () => {
  window.innerWidth = 1440;
  localStorage.clear();
  queryClient.clear();
  dialogStack.set([]);
  sidebarOpen.set(true);
  user.userId = crypto.randomUUID();
  server = stubServer();
  server.respondWith(getTestUnitInfoByConsignPlatURL, null);
  server.respondWith(logout, true);
  server.respondWith(getUserInfo, user);
  storeToken('a token', false);
  render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <MemoryRouter initialEntries={['/form']}>
          <App routes={registry} />
          <Mover />
        </MemoryRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByLabelText('field'), '写了一半');
});
afterEach(() => {
  cleanup();
  clearToken();
});

describe('unsaved work', () => {
  it('must be confirmed as lost before its tab is closed or refreshed', async () => {
    await press('关闭 表单');
    await question();
    await press('留在这里');
    expect(field().value).toBe('写了一半');
    await pick('表单', '刷新');
    await question();
    await press('留在这里');
    expect(field().value).toBe('写了一半');
    await pick('表单', '刷新');
    await question();
    await press('仍然关闭');
    await waitFor(() => expect(field().value).toBe(''));
    await press('关闭 表单');
    // The workbench, which replaces it, is loaded first.
    await waitFor(() => expect(screen.queryByLabelText('field')).toBeNull(), { timeout: 20_000 });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is kept without a question when the user opens another screen', async () => {
    await act(async () => navigate('/other'));
    await screen.findByText('other');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await act(async () => navigate('/form'));
    expect(field().value).toBe('写了一半');
  });

  it('makes the browser ask before the window closes, but not after the login has ended', async () => {
    expect(asksBeforeUnload()).toBe(true);
    act(() => clearToken());
    expect(asksBeforeUnload()).toBe(false);
    act(() => storeToken('a token', false));
    await userEvent.clear(field());
    expect(asksBeforeUnload()).toBe(false);
  });
});

describe('signing out', () => {
  const signOut = async () => {
    await press('账号菜单');
    await userEvent.click(await screen.findByRole('menuitem', { name: '退出登录' }));
  };

  it('deletes the user’s unsaved work from the browser after confirmation and keeps that of other users', async () => {
    const otherUserId = crypto.randomUUID();
    const unsavedWork = { subject: 'consignment/1', at: new Date().toISOString(), content: {} };
    await saveUnsavedWork({ ...unsavedWork, userId: user.userId });
    await saveUnsavedWork({ ...unsavedWork, userId: otherUserId });
    await signOut();
    expect((await question()).textContent).toContain('还有 1 份委托或样品填写后没有保存');
    await press('留在这里');
    expect([readToken(), await countUnsavedWork(user.userId), server.requestsTo(logout).length]).toEqual([
      'a token',
      1,
      0,
    ]);
    await signOut();
    await question();
    await press('删除并退出');
    await screen.findByRole('heading', { name: '登录' });
    expect([readToken(), await countUnsavedWork(user.userId), await countUnsavedWork(otherUserId)]).toEqual([
      null,
      0,
      1,
    ]);
  });

  it('asks for no confirmation when there is no unsaved work', async () => {
    await signOut();
    await screen.findByRole('heading', { name: '登录' });
    expect(server.requestsTo(logout)).toHaveLength(1);
  });

  it('clears the error log before the next user signs in', async () => {
    act(() => logHandledFailure(new Error('张三的委托没有保存')));
    const messages = () => errorLog.get().map(({ message }) => message);
    expect(messages()).toContain('张三的委托没有保存');
    await signOut();
    await screen.findByRole('heading', { name: '登录' });
    await waitFor(() => expect(messages()).not.toContain('张三的委托没有保存'));
  });
});
