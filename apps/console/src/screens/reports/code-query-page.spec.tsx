import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getTestUnitInfoByConsignPlatURL } from '#contract';
import '../../i18n/language.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import CodeQueryPage from './code-query-page.js';
import { progressAddress } from './code-query-page.js';

let server: StubServer;
beforeEach(() => {
  server = stubServer();
});
afterEach(cleanup);

const originWith = (iLISReportProgressQueryURL: string) =>
  server.respondWith(getTestUnitInfoByConsignPlatURL, {
    testUnitId: 't1',
    testUnitName: '浙东交通工程检测中心有限公司',
    logo: '',
    systemName: '',
    filingNumber: '',
    supportContact: '',
    lmisType: 0,
    lmisurl: '',
    lmisIntegratedCode: '',
    iLISReportProgressQueryURL,
  });

describe('the progress query by verification code', () => {
  it('opens the laboratory’s page with the code in a new tab', async () => {
    originWith('https://lims.example.com/progress?unit=7');
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    renderConsole(<CodeQueryPage />);
    await userEvent.click(await screen.findByRole('button', { name: '查询' }));
    expect(await screen.findByText('请输入验证码')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: /验证码/ }), ' a b&c ');
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(open.mock.calls).toEqual([['https://lims.example.com/progress?unit=7&code=a+b%26c', '_blank', 'noopener']]);
    open.mockRestore();
  });

  it('shows a message when the platform has no address for the query', async () => {
    originWith('');
    renderConsole(<CodeQueryPage />);
    expect(await screen.findByText('当前平台没有提供报告进度查询地址')).toBeTruthy();
  });

  it('opens only http and https addresses', () => {
    expect(
      ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'lims/progress', ''].map((base) =>
        progressAddress(base, '1'),
      ),
    ).toEqual([null, null, null, null, null]);
    expect(progressAddress('http://lims.example.com', '1')).toBe('http://lims.example.com/?code=1');
  });
});
