import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Browser, Page } from '@playwright/test';
import { freePort } from '../free-port.mjs';
import { Api } from './support/api.js';
import { createDraft, LAB1, readConsignment, step } from './support/consignments.js';
import { expect, test, TOKEN } from './support/console.js';
import { ConsignmentList, INCOMING_LIST, RAW_LIST } from './support/list.js';

/** `npm run lab:demo` on ports of its own: a platform of its own, and the lab system beside it. */
const startDemo = async (): Promise<{ platform: string; labSystem: string; demo: ChildProcess }> => {
  const [port, labPort] = [await freePort(), await freePort()];
  const demo = spawn(process.execPath, ['scripts/lab-demo.mjs', '--port', `${port}`, '--lab-port', `${labPort}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: demo.stdout })) if (line.includes('Lab system')) break;
  return { platform: `http://127.0.0.1:${port}`, labSystem: `http://127.0.0.1:${labPort}`, demo };
};

/** A page of the demo's platform, of somebody who is signed in there. */
const open = async (browser: Browser, api: Api, userName: string, address: URL): Promise<Page> => {
  const context = await browser.newContext();
  await context.addCookies([{ name: TOKEN, value: (await api.as(userName)).token ?? '', url: address.origin }]);
  const page = await context.newPage();
  await page.goto(address.href);
  return page;
};

/** A list that stays open asks again now and then. */
const REFRESH_TIMEOUT = { timeout: 60_000 };

test('EM-010 ILIS-002 a laboratory audits and receives in its own system, and the client’s and laboratory’s lists show it', async ({
  browser,
}) => {
  test.setTimeout(240_000); // a start of the whole service on an empty folder
  const { platform, labSystem, demo } = await startDemo();
  try {
    const api = new Api(platform);
    const { id } = await createDraft(api, { lab: LAB1 });
    await step(api, id, 'submit');
    const { consignCode } = await readConsignment(api, id);
    const client = await open(browser, api, 'client1', new URL(RAW_LIST, platform));
    const lab = await open(browser, api, 'lab1', new URL(INCOMING_LIST, platform));
    const lists = [new ConsignmentList(client), new ConsignmentList(lab)];
    for (const list of lists) await list.expectStatus(consignCode, '待审核');

    // The page of the lab system is told by the feed and by a webhook, and is never loaded again.
    const system = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    await system.goto(labSystem);
    const row = system.getByRole('row').filter({ has: system.getByRole('cell', { name: consignCode, exact: true }) });
    for (const [button, status] of [
      ['审核通过', '待收样'],
      ['确认收样', '已收样'],
    ] as const) {
      await row.getByRole('button', { name: button, exact: true }).click();
      await expect(row).toContainText(status);
      for (const list of lists) await expect(list.row(consignCode)).toContainText(status, REFRESH_TIMEOUT);
    }
    await row.getByRole('button', { name: '出具报告' }).click();
    await expect(row).toContainText('已发布');
    await client.goto(new URL(`/TestingOrgSearch/reportSchedule?q=${consignCode}`, platform).href);
    await expect(client.getByRole('row').filter({ hasText: consignCode })).toContainText('已发布');
  } finally {
    const whenEnded = once(demo, 'exit');
    demo.kill('SIGTERM');
    await whenEnded;
  }
});
