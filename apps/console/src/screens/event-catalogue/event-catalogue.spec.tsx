import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eventTypes, fieldsOf, listWebhooks, testWebhook, type Webhook } from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { EVENT_CATALOGUE, eventTypePath } from '../../lib/paths.js';
import { snippetChoice } from '../../lib/preferences.js';
import { Address } from '../../testing/list-server.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { webhookWith } from '../../testing/webhooks.js';
import EventCataloguePage from './event-catalogue.page.js';

let address: string;
let server: StubServer;
let webhooks: Webhook[];

beforeEach(() => {
  window.innerWidth = 1440;
  snippetChoice.set({});
  webhooks = [];
  server = stubServer();
  server.respondWith(listWebhooks, () => ({ items: webhooks }));
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const page = (at = EVENT_CATALOGUE) =>
  renderConsole(
    <>
      <EventCataloguePage />
      <Address
        onChange={(newAddress) => {
          address = newAddress;
        }}
      />
    </>,
    { user: laboratory, at },
  );
const list = async () => within(await screen.findByRole('navigation', { name: '事件类型' }));

describe('the catalogue of event types', () => {
  it('EM-010 lists every event type of the contract, finds types by meaning, and has an address for each', async () => {
    page();
    expect((await list()).getAllByRole('button')).toHaveLength(eventTypes.length);
    await userEvent.type(screen.getByRole('textbox', { name: '按名称或说明找' }), '作废');
    expect((await list()).getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['报告已作废voided']);
    await userEvent.click((await list()).getByRole('button', { name: /报告已作废/ }));
    expect(await screen.findByRole('heading', { name: '报告已作废' })).toBeTruthy();
    expect(address).toBe(eventTypePath('report.voided.v1'));
    expect(screen.getByRole('link', { name: 'JSON Schema' }).getAttribute('href')).toContain('report.voided.v1');
    await userEvent.clear(screen.getByRole('textbox', { name: '按名称或说明找' }));
    await userEvent.type(screen.getByRole('textbox', { name: '按名称或说明找' }), '不存在');
    expect(await screen.findByText('没有符合的类型')).toBeTruthy();
  });

  it('shows the meaning of a type, its status change, its members and the types that often follow', async () => {
    page(eventTypePath('consignment.audit-passed.v1'));
    const about = within(await screen.findByRole('article', { name: '审核通过' }));
    expect(about.getByText(/可以送样/)).toBeTruthy();
    expect(about.getByText('待审核')).toBeTruthy();
    expect(about.getByText('待收样')).toBeTruthy();
    const row = about.getByRole('row', { name: /status\.from/ });
    expect(row.textContent).toBe('status.frominteger | null之前的状态，第一次为 null');
    await userEvent.click(about.getByRole('button', { name: '已收样' }));
    expect(await screen.findByRole('article', { name: '已收样' })).toBeTruthy();
  });

  it('shows sample code per interface and language for the type, and remembers the selection', async () => {
    page(eventTypePath('report.published.v1'));
    expect(await screen.findByText(/types=report\.published\.v1/)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: '流' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Python' }));
    expect(screen.getByRole('group', { name: '流 Python' }).textContent).toContain('urllib.request');
    cleanup();
    page(eventTypePath('report.voided.v1'));
    expect((await screen.findByRole('group', { name: '流 Python' })).textContent).toContain('report.voided.v1');
    await userEvent.click(screen.getByRole('tab', { name: 'Python' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'C#' }).getAttribute('aria-selected')).toBe('true');
  });

  it('sends a test event to an endpoint that accepts the type, and gives the reason when there is none', async () => {
    webhooks = [webhookWith({ types: ['report.'] })];
    server.respondWith(testWebhook, { eventId: '0198b4d7-6c3e-7b41-9d02-5e7f1a44c0b9' });
    page();
    const off = await screen.findByRole('button', { name: /发送测试事件/ });
    expect(off.textContent).toContain('没有接收这类事件的回调地址');
    expect(off.getAttribute('aria-disabled')).toBe('true');
    cleanup();
    page(eventTypePath('report.voided.v1'));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '发送测试事件' }).getAttribute('aria-disabled')).toBe('false'),
    );
    await userEvent.click(screen.getByRole('button', { name: '发送测试事件' }));
    const dialog = within(await screen.findByRole('dialog', { name: '发送测试事件' }));
    await userEvent.click(dialog.getByRole('button', { name: '发送测试事件' }));
    await waitFor(() => expect(server.requestsTo(testWebhook)[0]?.body).toEqual({ type: 'report.voided.v1' }));
  });

  it('is operated by the keys j, k and /, and shows a select list on a narrow screen', async () => {
    page();
    await list();
    await userEvent.keyboard('j');
    await waitFor(() => expect(address).toBe(eventTypePath(eventTypes[1]?.name ?? '')));
    await userEvent.keyboard('k');
    await waitFor(() => expect(address).toBe(eventTypePath(eventTypes[0]?.name ?? '')));
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '按名称或说明找' }));
    cleanup();
    window.innerWidth = 800;
    page();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: '事件类型' }), 'report.mailed.v1');
    expect(await screen.findByRole('article', { name: '报告已邮寄' })).toBeTruthy();
  });

  it.each(['zh', 'en', 'es'] as const)('has a description of every type and member in %s', (language) => {
    for (const type of eventTypes) {
      expect(type.meaning[language].length).toBeGreaterThan(10);
      for (const { path, meaning } of fieldsOf(type))
        expect([path, meaning?.[language]]).toEqual([path, expect.stringMatching(/./)]);
    }
  });
});
