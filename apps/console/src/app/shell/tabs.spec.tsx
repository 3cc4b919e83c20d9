import { beforeEach, describe, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { getConsignLog } from '#contract';
import '../../i18n/language.js';
import { PageHeader } from '../../components/page-header.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUnsaved } from '../../lib/view.js';
import { routes } from '../features.js';
import type { RouteEntry } from '../route-registry.js';
import { renderWholeConsole } from '../testing/whole-console.js';

const ID = '0190c3a2-0000-7000-8000-000000000001';
/** A page with an input that reads something from the server. */
const InputScreen = ({ name }: { name: string }) => {
  const [text, setText] = useState('');
  useUnsaved(text === 'unsaved');
  useQuery({ ...queryOptionsOf(getConsignLog, { consignId: ID }), meta: { quiet: true } });
  return (
    <>
      <PageHeader />
      <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
    </>
  );
};
const page = renderWholeConsole([
  ...routes,
  { path: '/first', title: () => '第一页', element: () => <InputScreen name="first" /> },
  { path: '/second', title: () => '第二页', element: () => <InputScreen name="second" /> },
  { path: '/untitled', element: () => <InputScreen name="untitled" /> },
  { path: '/uncached', title: () => '不缓存页', element: () => <InputScreen name="uncached" />, noCache: true },
  { path: '/consignment', title: () => '委托', element: () => <InputScreen name="consignment" />, tabParams: ['id'] },
] satisfies RouteEntry[]);

const visit = async (path: string) => {
  await page.go(path);
  await screen.findByRole('textbox', { name: path.split(/[/?]/)[1] ?? '' });
};
const choices = async (tab: string) => {
  fireEvent.contextMenu(screen.getByRole('link', { name: tab }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};
const choose = async (tab: string, choice: string) => {
  await choices(tab);
  await page.press('menuitem', choice);
};
/** The current view: content of other tabs is hidden. */
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeEach(async () => {
  page.signIn();
  page.server.respondWith(getConsignLog, []);
  page.open('/first?x=1');
  await screen.findByRole('textbox', { name: 'first' });
});

describe('the tabs', () => {
  it('SH-006 are one for each path: another query adds none, and a route without a title is called no-name', async () => {
    await visit('/second');
    expect(page.tabs()).toEqual(['首页', '第一页', '第二页']);
    await visit('/first?x=2');
    expect(page.tabs()).toEqual(['首页', '第一页', '第二页']);
    expect(screen.getByRole('link', { name: '第一页' }).getAttribute('href')).toBe('/first?x=2');
    await visit('/untitled');
    expect(page.tabs()).toEqual(['首页', '第一页', '第二页', 'no-name']);
  });

  it('SH-007 offer exactly four actions on right click', async () => {
    expect(await choices('第一页')).toEqual(['刷新', '关闭', '关闭其他', '关闭全部']);
  });

  it('SH-007 refresh the data of a page and keep its address', async () => {
    await userEvent.type(field('first'), '写了一半');
    const requestCount = page.server.requestsTo(getConsignLog).length;
    await choose('第一页', '刷新');
    await waitFor(() => expect(page.server.requestsTo(getConsignLog)).toHaveLength(requestCount + 1));
    expect([page.address(), field('first').value, page.tabs()]).toEqual(['/first?x=1', '', ['首页', '第一页']]);
    await page.go('/redirect/first?x=1');
    await waitFor(() => expect(page.server.requestsTo(getConsignLog)).toHaveLength(requestCount + 2));
    expect(page.address()).toBe('/first?x=1');
  });

  it('keep the input of one consignment when another one is refreshed', async () => {
    await visit('/consignment?id=a');
    await userEvent.type(field('consignment'), 'unsaved');
    await page.go('/consignment?id=b');
    await waitFor(() => expect(field('consignment').value).toBe(''));
    await page.go('/redirect/consignment?id=b');
    await waitFor(() => expect(page.address()).toBe('/consignment?id=b'));
    await page.go('/consignment?id=a');
    await waitFor(() => expect(field('consignment').value).toBe('unsaved'));
  });

  it('SH-007 close one, all but the chosen one, or all but the home tab', async () => {
    await visit('/second');
    await visit('/untitled');
    await choose('第一页', '关闭');
    await waitFor(() => expect(page.tabs()).toEqual(['首页', '第二页', 'no-name']));
    expect(page.address()).toBe('/untitled');
    await choose('第二页', '关闭其他');
    await waitFor(() => expect(page.tabs()).toEqual(['首页', '第二页']));
    expect(page.address()).toBe('/second');
    await choose('第二页', '关闭全部');
    await waitFor(() => expect([page.tabs(), page.address()]).toEqual([['首页'], '/dashboard']));
  });

  it('SH-007 move to the last remaining tab when the current one is closed, and to the home tab after the last', async () => {
    await visit('/second');
    await visit('/untitled');
    await page.go('/first?x=1');
    await page.press('button', '关闭 第一页');
    await waitFor(() => expect(page.address()).toBe('/untitled'));
    await page.press('button', '关闭 no-name');
    await waitFor(() => expect(page.address()).toBe('/second'));
    await page.press('button', '关闭 第二页');
    await waitFor(() => expect(page.address()).toBe('/dashboard'));
  });

  it('ask for confirmation before unsaved work is lost by a refresh or by closing', async () => {
    await userEvent.type(field('first'), 'unsaved');
    for (const choice of ['刷新', '关闭']) {
      await choose('第一页', choice);
      await page.press('button', '留在这里');
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(field('first').value).toBe('unsaved');
    }
  });

  it('SH-008 keep input while another tab is open, unless the route is marked no-cache', async () => {
    await userEvent.type(field('first'), '写了一半');
    await visit('/uncached');
    await userEvent.type(field('uncached'), '不留');
    await page.go('/first?x=1');
    await waitFor(() => expect(field('first').value).toBe('写了一半'));
    await visit('/uncached');
    expect(field('uncached').value).toBe('');
  });
});
