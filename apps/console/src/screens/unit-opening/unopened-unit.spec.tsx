import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { getOwnUnitOpening, getUserInfo, type OwnUnitOpening } from '#contract';
import { renderWholeConsole } from '../../app/testing/whole-console.js';
import '../../i18n/language.js';
import { queryClient } from '../../lib/queries.js';
import { client, laboratory } from '../../testing/render.js';

const page = renderWholeConsole();
const waitingOpening: OwnUnitOpening = {
  unitName: '甬江工程公司',
  unitType: 2,
  state: 'waiting',
  reason: '',
  registeredBy: '张三',
  registeredAt: '2026-11-20T02:42:08.000Z',
};

describe('a user whose unit is not opened', () => {
  it.each(['/dashboard', '/preConsignBill', '/UserCenter/ConsginUnitCenter'])(
    'is redirected from %s to the page that shows who registered the unit and that it is waiting',
    async (address) => {
      page.signIn({ ...client, unitIsUnopened: true });
      page.server.respondWith(getOwnUnitOpening, waitingOpening);
      page.open(address);
      await screen.findByRole('heading', { name: '等待平台管理员开通' });
      expect([page.address(), await page.entries(), page.tabs()]).toEqual([
        '/unit-opening',
        ['单位开通'],
        ['单位开通'],
      ]);
      for (const fact of ['张三', '委托单位', '等待开通']) expect(screen.getByText(fact)).toBeTruthy();
      expect(screen.getByRole('link', { name: '我的账号' }).getAttribute('href')).toBe('/account');
    },
  );

  it('sees that the unit was refused, and why', async () => {
    page.signIn({ ...laboratory, unitIsUnopened: true });
    page.server.respondWith(getOwnUnitOpening, {
      ...waitingOpening,
      unitType: 1,
      state: 'refused',
      reason: '没有资质证书',
    });
    page.open('/dashboard');
    await screen.findByRole('heading', { name: '注册没有通过' });
    expect(screen.getByText('原因：没有资质证书')).toBeTruthy();
  });

  it('is redirected to the dashboard as soon as the unit is open, without signing in again', async () => {
    page.signIn({ ...client, unitIsUnopened: true });
    page.server.respondWith(getOwnUnitOpening, waitingOpening);
    page.open('/dashboard');
    await screen.findByRole('heading', { name: '等待平台管理员开通' });
    page.server.respondWith(getOwnUnitOpening, null);
    page.server.respondWith(getUserInfo, { ...client, unitIsUnopened: false });
    await page.press('button', '立即查看');
    await waitFor(() => expect(page.address()).toBe('/dashboard'));
    expect(await page.entries()).toContain('原材料预委托');
    expect(await page.entries()).not.toContain('单位开通');
  });

  it('sees an error when the state of the unit cannot be read, and can load it again', async () => {
    page.signIn({ ...client, unitIsUnopened: true });
    page.server.refuse(getOwnUnitOpening, { status: 500, message: '服务器内部错误', details: '' });
    page.open('/dashboard');
    await screen.findByRole('heading', { name: '开通情况没有加载出来' });
    page.server.respondWith(getOwnUnitOpening, waitingOpening);
    await page.press('button', '重试');
    await screen.findByRole('heading', { name: '等待平台管理员开通' });
  });
});

it('the page for unopened units redirects other users to the dashboard', async () => {
  page.signIn();
  page.open('/unit-opening');
  await waitFor(() => expect(page.address()).toBe('/dashboard'));
  await act(() => queryClient.cancelQueries());
});
