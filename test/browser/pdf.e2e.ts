import type { Locator, Page } from '@playwright/test';
import type { PdfInfo } from '#contract';
import { createDraft } from './support/consignments.js';
import { dialog, expect, test } from './support/console.js';
import { formPath } from './support/form.js';

type Status = PdfInfo['pdfStatus'];
type RequestLog = {
  status: Status;
  /** When the console polled, by its own clock. */ pollTimes: number[];
  generations: string[];
};

/** A document whose state the test decides: what the console asked, and when. */
const stubDocument = async (page: Page, status: Status): Promise<RequestLog> => {
  const requestLog: RequestLog = { status, pollTimes: [], generations: [] };
  await page.route('**/GetPrintList?**', async (route) => {
    requestLog.pollTimes.push(await currentTime(page));
    const id = new URL(route.request().url()).searchParams.get('ids');
    await route.fulfill({
      json: {
        success: true,
        result: {
          success: true,
          message: '',
          result: [
            {
              id,
              pdfStatus: requestLog.status,
              pdfUrl: requestLog.status === 1 ? '/logo.svg' : '',
              reason: '',
              requestedAt: null,
            },
          ],
        },
        error: null,
      },
    });
  });
  await page.route('**/GenConsignPdf?**', (route) => {
    requestLog.generations.push(route.request().url());
    return route.fulfill({ json: { success: true, result: true, error: null } });
  });
  return requestLog;
};

const waitingMessage = (page: Page) => page.getByRole('status').filter({ hasText: '正在生成 PDF' });
const currentTime = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** Lets the console's time pass, a quarter of a second at a time, so that answers can keep up with it. */
const runUntil = (page: Page, condition: () => boolean | Promise<boolean>): Promise<void> =>
  expect
    .poll(
      async () => {
        if (await condition()) return true;
        await page.clock.runFor(250);
        return false;
      },
      { intervals: [20] },
    )
    .toBe(true);

/** The tab that opens beside the console. */
const openPdf = async (page: Page): Promise<string> => {
  await runUntil(page, () => page.context().pages().length > 1);
  return new URL(page.context().pages().at(-1)?.url() ?? '').pathname;
};

/** From the form: look at it first, then have its PDF made. */
const print = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '打印预览' }).click();
  const makePdfButton = page.getByRole('button', { name: '生成 PDF' });
  await runUntil(page, async () => (await makePdfButton.count()) === 1 && (await makePdfButton.isEnabled()));
  await makePdfButton.click();
  await runUntil(page, () => dialog(page, '原材料检测预览').isHidden());
};

/** Answers a question; its fading out waits for the clock too. */
const answerDialog = async (question: Locator, choice: string): Promise<void> => {
  await question.getByRole('button', { name: choice }).click();
  await runUntil(question.page(), () => question.isHidden());
};

test.describe('the PDF of a consignment', () => {
  let page: Page;
  test.beforeEach(async ({ api, signedIn }) => {
    const { id } = await createDraft(api);
    page = await signedIn('client1', '/dashboard', {});
    await page.clock.install();
    await page.goto(formPath(id));
    await expect(page.getByRole('button', { name: '打印预览' })).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
  });

  test('PD-002 PD-003 is requested once, polled every three seconds, and opened when it is ready', async () => {
    const requestLog = await stubDocument(page, 0);
    await print(page);
    await expect(waitingMessage(page)).toBeVisible();
    await expect.poll(() => requestLog.generations.length).toBe(1);
    requestLog.status = 2;
    await runUntil(page, () => requestLog.pollTimes.length === 4);
    requestLog.pollTimes.slice(1).forEach((pollTime, index) => {
      const interval = pollTime - (requestLog.pollTimes[index] ?? 0);
      expect(interval).toBeGreaterThanOrEqual(3000);
      expect(interval).toBeLessThan(4500);
    });
    requestLog.status = 1;
    expect(await openPdf(page)).toBe('/logo.svg');
    await expect(waitingMessage(page)).toHaveCount(0);
    const pollCount = requestLog.pollTimes.length;
    await page.clock.runFor(9000);
    expect(requestLog.pollTimes).toHaveLength(pollCount);
    expect(requestLog.generations).toHaveLength(1);
  });

  test('PD-004 is requested again after a failure only if the user wants it', async () => {
    const requestLog = await stubDocument(page, 3);
    const question = page.getByRole('alertdialog').filter({ hasText: 'PDF 生成失败，是否重新生成？' });
    await print(page);
    await answerDialog(question, '取消');
    expect(requestLog.pollTimes).toHaveLength(1);
    expect(requestLog.generations).toEqual([]);

    await print(page);
    await answerDialog(question, '重新生成');
    await expect.poll(() => requestLog.generations.length).toBe(1);
    requestLog.status = 1;
    expect(await openPdf(page)).toBe('/logo.svg');
    expect(requestLog.pollTimes.length).toBeGreaterThan(2);
  });

  test('PD-005 can be waitTime for or requested again after 180 seconds', async () => {
    const requestLog = await stubDocument(page, 2);
    const question = page.getByRole('alertdialog').filter({ hasText: 'PDF 生成时间较长，是否重新生成或继续等待？' });
    await print(page);
    await expect(waitingMessage(page)).toBeVisible();
    await page.clock.fastForward(176_000);
    await runUntil(page, () => requestLog.pollTimes.length === 2);
    await expect(question).toHaveCount(0);
    await runUntil(page, () => question.isVisible());
    const waitTime = (await currentTime(page)) - (requestLog.pollTimes[0] ?? 0);
    expect(waitTime).toBeGreaterThanOrEqual(180_000);
    expect(waitTime).toBeLessThan(185_000);

    await answerDialog(question, '继续等待');
    const pollCount = requestLog.pollTimes.length;
    await runUntil(page, () => requestLog.pollTimes.length === pollCount + 2);
    expect(requestLog.generations).toEqual([]);

    await page.clock.fastForward(180_000);
    await runUntil(page, () => question.isVisible());
    await answerDialog(question, '重新生成');
    await expect
      .poll(() => requestLog.generations.map((url) => new URL(url).searchParams.get('force')))
      .toEqual(['true']);
    await page.getByRole('button', { name: '停止等待' }).click();
    await expect(waitingMessage(page)).toHaveCount(0);
  });

  test('PD-007 shows the server’s message or a default one if its state cannot be read', async () => {
    for (const [message, text] of [
      ['打印服务维护中', '打印服务维护中'],
      ['', '获取委托单PDF信息失败'],
    ] as const) {
      await page.route('**/GetPrintList?**', (route) =>
        route.fulfill({ json: { success: true, result: { success: false, message, result: [] }, error: null } }),
      );
      await print(page);
      await answerDialog(dialog(page, '提示').filter({ hasText: text }), '知道了');
    }
  });
});
