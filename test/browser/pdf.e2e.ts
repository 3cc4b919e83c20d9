import type { Locator, Page } from '@playwright/test';
import type { PdfInfo } from '#contract';
import { draft } from './support/consignments.js';
import { dialog, expect, test } from './support/console.js';
import { formPath } from './support/form.js';

type Status = PdfInfo['pdfStatus'];

/** A document whose state the test decides: what the console asked and how often. */
const scripted = async (page: Page, first: Status) => {
  const asked = { status: first, lists: 0, generations: [] as string[] };
  await page.route('**/GetPrintList?**', (route) => {
    asked.lists += 1;
    const id = new URL(route.request().url()).searchParams.get('ids');
    return route.fulfill({ json: { success: true, result: { success: true, message: '', result: [{ id, pdfStatus: asked.status, pdfUrl: asked.status === 1 ? '/logo.svg' : '', reason: '', requestedAt: null }] }, error: null } });
  });
  await page.route('**/GenConsignPdf?**', (route) => {
    asked.generations.push(route.request().url());
    return route.fulfill({ json: { success: true, result: true, error: null } });
  });
  return asked;
};

const print = (page: Page) => page.getByRole('button', { name: '打印预览' }).click();
const waiting = (page: Page) => page.getByRole('status').filter({ hasText: '正在生成 PDF' });

/** Answers a question; its fading out waits for the clock too. */
const answer = async (question: Locator, choice: string): Promise<void> => {
  await question.getByRole('button', { name: choice }).click();
  await question.page().clock.runFor(200);
  await expect(question).toBeHidden();
};

test.describe('the printed form', () => {
  let page: Page;
  test.beforeEach(async ({ api, signedIn }) => {
    const { id } = await draft(api);
    page = await signedIn('client1');
    await page.clock.install();
    await page.goto(formPath(id));
    await expect(page.getByRole('button', { name: '打印预览' })).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
  });

  test('PD-002 PD-003 is asked for once, looked for every three seconds, and opened when it is there', async () => {
    const asked = await scripted(page, 0);
    await print(page);
    await expect(waiting(page)).toBeVisible();
    await expect.poll(() => asked.generations.length).toBe(1);
    expect(asked.lists).toBe(1);
    asked.status = 2;
    await page.clock.runFor(2900);
    expect(asked.lists).toBe(1);
    await page.clock.runFor(100);
    await expect.poll(() => asked.lists).toBe(2);
    await page.clock.runFor(3000);
    await expect.poll(() => asked.lists).toBe(3);
    asked.status = 1;
    const opened = page.context().waitForEvent('page');
    await page.clock.runFor(3000);
    expect(new URL((await opened).url()).pathname).toBe('/logo.svg');
    await expect(waiting(page)).toHaveCount(0);
    await page.clock.runFor(9000);
    expect(asked).toMatchObject({ lists: 4, generations: [expect.any(String)] });
  });

  test('PD-004 that failed is made again only when the user wants it', async () => {
    const asked = await scripted(page, 3);
    const question = page.getByRole('alertdialog').filter({ hasText: 'PDF 生成失败，是否重新生成？' });
    await print(page);
    await answer(question, '取消');
    expect(asked).toMatchObject({ lists: 1, generations: [] });

    await print(page);
    await answer(question, '重新生成');
    await expect.poll(() => asked.generations.length).toBe(1);
    asked.status = 1;
    const opened = page.context().waitForEvent('page');
    await page.clock.runFor(3000);
    await opened;
  });

  test('PD-005 that takes 180 seconds lets the user wait on or begin anew', async () => {
    const asked = await scripted(page, 2);
    const question = page.getByRole('alertdialog').filter({ hasText: 'PDF 生成时间较长，是否重新生成或继续等待？' });
    await print(page);
    await expect(waiting(page)).toBeVisible();
    await page.clock.fastForward(177_000);
    await expect.poll(() => asked.lists).toBe(2);
    await expect(question).toHaveCount(0);
    await page.clock.fastForward(3000);
    await expect(question).toBeVisible();
    expect(asked).toMatchObject({ lists: 3, generations: [] });

    await answer(question, '继续等待');
    await page.clock.runFor(3000);
    await expect.poll(() => asked.lists).toBe(4);
    await page.clock.runFor(3000);
    await expect.poll(() => asked.lists).toBe(5);
    expect(asked.generations).toEqual([]);

    await page.clock.fastForward(180_000);
    await answer(question, '重新生成');
    await expect.poll(() => asked.generations.map((url) => new URL(url).searchParams.get('force'))).toEqual(['true']);
    await page.getByRole('button', { name: '停止等待' }).click();
    await expect(waiting(page)).toHaveCount(0);
  });

  test('PD-007 whose state cannot be read says why, in the server’s words or in its own', async () => {
    for (const [message, said] of [['打印服务维护中', '打印服务维护中'], ['', '获取委托单PDF信息失败']] as const) {
      await page.route('**/GetPrintList?**', (route) => route.fulfill({ json: { success: true, result: { success: false, message, result: [] }, error: null } }));
      await print(page);
      await answer(dialog(page, '提示').filter({ hasText: said }), '知道了');
    }
  });
});
