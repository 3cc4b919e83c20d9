import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { getTestUnitInfoByConsignPlatURL } from '#contract';
import '../../i18n/language.js';
import { errorLog, watchScriptErrors } from '../../lib/failures.js';
import { size } from '../../lib/preferences.js';
import { administrator, client, laboratory } from '../../testing/render.js';
import { statusNames } from '../../testing/rows.js';
import { brandingWith, renderWholeConsole } from '../testing/whole-console.js';

const page = renderWholeConsole();
/** The texts of a page, one by one. */
const textsOf = (node: Node): string[] =>
  node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [...node.childNodes].flatMap(textsOf);

describe('the header', () => {
  it('SH-001 shows the default system name if the origin has no unit or its unit has no system name', async () => {
    page.signIn();
    page.open('/dashboard');
    const banner = within(await screen.findByRole('banner'));
    expect(banner.getByText('公路水运检测公共服务平台')).toBeTruthy();
    expect(banner.getByText('您好，陈志远')).toBeTruthy();
    expect(banner.getByText('云岭交通建设集团第三工程公司')).toBeTruthy();
    expect(document.querySelector('.header .logo')).toBeTruthy();
    for (const name of ['账号菜单', '全屏', '错误记录，0 条'])
      expect(banner.getByRole('button', { name })).toBeTruthy();
    page.server.respondWith(
      getTestUnitInfoByConsignPlatURL,
      brandingWith({ testUnitName: '浙东交通工程检测中心有限公司', logo: 'data:image/png;base64,AA==' }),
    );
    page.reload('/dashboard');
    expect(await screen.findByText('浙东交通工程检测中心有限公司')).toBeTruthy();
    expect(screen.getByText('公路水运检测公共服务平台')).toBeTruthy();
    expect(document.querySelector('.header img.logo')?.getAttribute('src')).toBe('data:image/png;base64,AA==');
  });

  it('SH-002 offers the administrator only to sign out in the account menu', async () => {
    page.signIn(administrator);
    page.open('/dashboard');
    await page.press('button', '账号菜单');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['退出登录']);
    expect(screen.getByRole('link', { name: '我的账号', hidden: true }).getAttribute('href')).toBe('/account');
  });

  it.each([
    ['a company', client, '/UserCenter/ConsginUnitCenter'],
    ['a laboratory', laboratory, '/UserCenter/testingOrganization'],
  ])('SH-002 leads %s to its user centre from the account menu', async (_, user, centre) => {
    page.signIn(user);
    page.open('/dashboard');
    await page.press('button', '账号菜单');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      '用户中心',
      '我的账号',
      '退出登录',
    ]);
    await page.press('menuitem', '用户中心');
    await waitFor(() => expect(page.address()).toBe(centre));
  });
});

describe('fullscreen mode', () => {
  const can = (properties: Partial<Pick<Document, 'fullscreenEnabled' | 'fullscreenElement' | 'exitFullscreen'>>) => {
    for (const [name, value] of Object.entries(properties))
      Object.defineProperty(document, name, { value, configurable: true });
  };
  afterEach(() => {
    for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen'])
      Reflect.deleteProperty(document, name);
    Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
  });
  const open = async () => {
    page.signIn();
    page.open('/dashboard');
    await screen.findByRole('button', { name: '全屏' });
    const request = jest.fn(async () => can({ fullscreenElement: document.documentElement }));
    document.documentElement.requestFullscreen = request;
    return request;
  };

  it('SH-003 shows only a warning if the browser does not support it', async () => {
    const request = await open();
    can({ fullscreenEnabled: false });
    await page.press('button', '全屏');
    expect(await screen.findByText('您的浏览器不支持全屏')).toBeTruthy();
    expect(request).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: '全屏' })).toBeTruthy();
  });

  it('SH-003 is entered and left with one button', async () => {
    const request = await open();
    const exitFullscreen = jest.fn(async () => can({ fullscreenElement: null }));
    can({ fullscreenEnabled: true, exitFullscreen });
    await page.press('button', '全屏');
    act(() => void document.dispatchEvent(new Event('fullscreenchange')));
    await page.press('button', '退出全屏');
    act(() => void document.dispatchEvent(new Event('fullscreenchange')));
    expect([request.mock.calls.length, exitFullscreen.mock.calls.length]).toEqual([1, 1]);
    expect(await screen.findByRole('button', { name: '全屏' })).toBeTruthy();
  });
});

describe('the error log', () => {
  it('SH-004 lists and counts script errors and unhandled rejections, and can be cleared', async () => {
    const stop = watchScriptErrors();
    page.signIn();
    page.open('/dashboard');
    await page.press('button', '错误记录，0 条');
    expect(await screen.findByText('本次打开以来没有错误。')).toBeTruthy();
    act(
      () =>
        void window.dispatchEvent(
          new ErrorEvent('error', { error: new TypeError('x is undefined'), message: 'x is undefined' }),
        ),
    );
    expect(await screen.findByRole('button', { name: '错误记录，1 条' })).toBeTruthy();
    expect(screen.getByText('x is undefined')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(
      () =>
        void window.dispatchEvent(
          Object.assign(new Event('unhandledrejection'), { reason: new Error('y was refused') }),
        ),
    );
    expect(await screen.findByRole('button', { name: '错误记录，2 条' })).toBeTruthy();
    await page.press('button', '清空');
    expect(await screen.findByRole('button', { name: '错误记录，0 条' })).toBeTruthy();
    stop();
    window.dispatchEvent(new ErrorEvent('error', { message: 'later' }));
    expect(errorLog.get()).toEqual([]);
  });

  it('ignores aborted requests and ResizeObserver warnings', () => {
    const stop = watchScriptErrors();
    window.dispatchEvent(
      new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }),
    );
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), {
        reason: Object.assign(new Error('aborted'), { name: 'AbortError' }),
      }),
    );
    stop();
    expect(errorLog.get()).toEqual([]);
  });
});

describe('user preferences', () => {
  it('SH-011 start with an open sidebar, device desktop and size medium, and a chosen size is stored', async () => {
    page.signIn();
    page.open('/dashboard');
    expect(await screen.findByRole('button', { name: /收起菜单/, expanded: true })).toBeTruthy();
    expect(document.querySelector('[data-device]')?.getAttribute('data-device')).toBe('desktop');
    await page.press('button', '外观');
    expect(await screen.findByRole('menuitemradio', { name: '中', checked: true })).toBeTruthy();
    await page.press('menuitemradio', '大');
    expect([size.get(), localStorage.getItem('size')]).toEqual(['large', 'large']);
  });

  it('SH-012 switch menu, buttons and messages to Spanish without untranslated keys', async () => {
    page.signIn();
    page.open('/dashboard');
    await page.press('button', '语言');
    await page.press('menuitemradio', 'Español');
    const menu = within(await screen.findByRole('navigation', { name: 'Menú principal' }));
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toContain('Encargos de materiales');
    await page.press('button', 'Pantalla completa');
    expect(await screen.findByText('Su navegador no admite pantalla completa')).toBeTruthy();
    // Names of languages, people and units are not translated, and those of statuses come from the server.
    const untranslated = ['简体中文', client.name, client.unitName, ...statusNames.map(({ text }) => text)];
    const texts = textsOf(document.body).map((text) =>
      untranslated.reduce((rest, name) => rest.replaceAll(name, ''), text),
    );
    expect(texts.filter((text) => /[\u4e00-\u9fff]|\{\{|^[a-z]+([A-Z.]\w*)+$/.test(text))).toEqual([]);
    expect([localStorage.getItem('language'), document.documentElement.lang]).toEqual(['es', 'es']);
  });
});
