import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { createInStatus } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';

/** Ports of receivers that the services of the browser tests may call (playwright.config.ts). */
const RECEIVERS_BEHIND = 1_000;

/** A system that takes deliveries, or refuses them while `status` says so. */
const startReceiver = async (port: number) => {
  const receiver = { status: 204, bodies: [] as { id: string; type: string }[], close: () => Promise.resolve() };
  const readBody = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };
  const server: Server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (receiver.status < 300) receiver.bodies.push(JSON.parse(body) as { id: string; type: string });
      response.writeHead(receiver.status).end(receiver.status < 300 ? '' : '{"error":"db_failover"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  receiver.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return receiver;
};

const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const confirmStored = async (page: Page): Promise<void> => page.getByRole('button', { name: '我已存好' }).click();

test('ILIS-006 a manager issues an access key, sees its first request, adds an endpoint and retries a failed delivery', async ({
  api,
  signedIn,
  baseURL,
}) => {
  test.slow();
  const port = Number(new URL(baseURL ?? '').port) + RECEIVERS_BEHIND;
  const receiver = await startReceiver(port);
  try {
    const page = await signedIn('lab1');
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '实验室系统' }).click();
    await expect(step(page, '新建接口密钥')).not.toHaveAttribute('data-done', 'true');
    await page.getByRole('button', { name: '新建接口密钥' }).first().click();
    const issuing = dialog(page, '新建接口密钥');
    await issuing.getByRole('textbox', { name: '名称' }).fill('LIMS 主服务');
    await issuing.getByRole('button', { name: '新建接口密钥' }).click();
    const secretDialog = dialog(page, '密钥已建好：LIMS 主服务');
    const key = (await secretDialog.getByLabel('密钥', { exact: true }).textContent()) ?? '';
    expect(key).toMatch(/^lk_/);
    await confirmStored(page);
    await expect(step(page, '新建接口密钥')).toHaveAttribute('data-done', 'true');
    await expect(page.getByText('正在等待请求')).toBeVisible();

    const firstPage = await fetch(`${baseURL}/api/v1/feed?limit=1`, { headers: { authorization: `Bearer ${key}` } });
    expect(firstPage.status).toBe(200);
    await expect(step(page, '取到第一条事件')).toHaveAttribute('data-done', 'true');

    await page.getByRole('button', { name: '新建回调地址' }).first().click();
    const createDialog = dialog(page, '新建回调地址');
    await createDialog.getByRole('textbox', { name: '名称' }).fill('委托入库');
    await createDialog.getByRole('textbox', { name: '地址' }).fill('http://10.0.0.1/hooks');
    await createDialog.getByRole('button', { name: '新建回调地址' }).click();
    await expect(createDialog.getByRole('alert')).toBeVisible();
    await createDialog.getByRole('textbox', { name: '地址' }).fill(`http://127.0.0.1:${port}/hooks`);
    await createDialog.getByRole('button', { name: '新建回调地址' }).click();
    await expect(dialog(page, '回调地址已建好：委托入库').getByLabel('密钥', { exact: true })).toHaveText(/^whsec_/);
    await confirmStored(page);

    const { consignCode } = await createInStatus(api, 20);
    await page.getByRole('link', { name: '委托入库' }).click();
    const list = page.getByRole('table', { name: '投递' });
    await expect(list.getByRole('row').filter({ hasText: '委托已提交' }).filter({ hasText: '204' })).toHaveCount(1);
    const panel = page.getByRole('complementary', { name: '投递详情' });
    await expect(panel).toContainText(consignCode);
    await expect(panel).toContainText('webhook-signature');
    expect(receiver.bodies.map(({ type }) => type)).toEqual(['consignment.submitted.v1']);

    receiver.status = 503;
    await createInStatus(api, 30);
    const warning = page.getByRole('alert').filter({ hasText: '没有收下事件' });
    await expect(warning).toContainText('单位的系统回应 503');
    await expect(list.getByRole('row').filter({ hasText: '503' }).first()).toBeVisible();
    receiver.status = 204;
    await warning.getByRole('button', { name: '现在重试' }).click();
    await expect(warning).toHaveCount(0);
    await expect(list.getByRole('row').filter({ hasText: '审核通过' }).filter({ hasText: '204' })).toHaveCount(1);

    await page.getByRole('button', { name: '发送测试事件' }).click();
    const testing = dialog(page, '发送测试事件');
    await testing.getByRole('button', { name: '发送测试事件' }).click();
    await expect(testing.getByText('已送达，回应 204')).toBeVisible();
    await testing.getByRole('button', { name: '关闭', exact: true }).click();

    await page.getByRole('button', { name: '更多操作 委托入库' }).click();
    await page.getByRole('menuitem', { name: '删除回调地址' }).click();
    const confirmDialog = dialog(page, '删除回调地址');
    await confirmDialog.getByRole('textbox', { name: '原因' }).fill('演练结束');
    await confirmDialog.getByRole('button', { name: '删除回调地址' }).click();
    await expectToast(page, '已删除“委托入库”');
    await page.getByRole('button', { name: '更多操作 LIMS 主服务' }).click();
    await page.getByRole('menuitem', { name: '撤销密钥' }).click();
    const revoking = dialog(page, '撤销密钥');
    await revoking.getByRole('textbox', { name: '原因' }).fill('演练结束');
    await revoking.getByRole('textbox', { name: '输入名称' }).fill('LIMS 主服务');
    await revoking.getByRole('button', { name: '撤销密钥' }).click();
    await expectToast(page, '已撤销“LIMS 主服务”');
    expect((await fetch(`${baseURL}/api/v1/feed`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
  } finally {
    await receiver.close();
  }
});
