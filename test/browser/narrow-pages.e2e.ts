import type { Page } from '@playwright/test';
import { auditPath } from './support/audit.js';
import { createInStatus } from './support/consignments.js';
import { expect, test } from './support/console.js';
import { formPath } from './support/form.js';
import { INCOMING_LIST, RAW_LIST } from './support/list.js';

const at = (width: number, height = 900) => ({ viewport: { width, height } });

/** The longest texts. */
const openInSpanish = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.goto(path);
};

/** Texts of the header that lie over one another or leave the page. */
const clashesInHeader = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const header = document.querySelector('.page-header');
    const texts: { text: string; at: DOMRect }[] = [];
    const walker = document.createTreeWalker(header ?? document, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const box = range.getBoundingClientRect();
      if (box.width > 0) texts.push({ text: walker.currentNode.textContent ?? '', at: box });
    }
    return texts.flatMap(({ text, at: box }, i) => [
      ...(box.right > window.innerWidth ? [text] : []),
      ...texts
        .slice(i + 1)
        .filter(
          ({ at: otherBox }) =>
            box.left < otherBox.right - 1 &&
            otherBox.left < box.right - 1 &&
            box.top < otherBox.bottom - 2 &&
            otherBox.top < box.bottom - 2,
        )
        .map((overlapping) => `${text} / ${overlapping.text}`),
    ]);
  });

test('number and status in the header of a page are not covered by its buttons at any width', async ({
  api,
  signedIn,
}) => {
  const { id, consignCode } = await createInStatus(api, 20);
  const returned = await createInStatus(api, 40, { comment: '缺见证取样单' });
  for (const [userName, path, code] of [
    ['auditor', `/consignments/${id}/history`, consignCode],
    ['lab1', auditPath(id), consignCode],
    ['client1', formPath(returned.id), returned.consignCode],
    ['admin', '/BusinessManagement/testSample', ''],
  ] as const) {
    const page = await signedIn(userName, '/dashboard', at(360));
    await openInSpanish(page, path);
    for (const width of [360, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('.page-header')).toContainText(code);
      await expect(page.locator('.page-header').getByRole('button').last()).toBeVisible();
      expect(await clashesInHeader(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test('the search fields of the incoming consignments keep a width to type in', async ({ signedIn }) => {
  const page = await signedIn('lab1', '/dashboard', at(768));
  await openInSpanish(page, INCOMING_LIST);
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [field, minimum] of [
      ['.filter-keyword', 200],
      ['.filter-person', 120],
    ] as const)
      expect((await page.locator(field).boundingBox())?.width, `${field} at ${width}`).toBeGreaterThan(minimum);
  }
});

test('the action of a row is a word without a border, and all rows have one height', async ({ api, signedIn }) => {
  await createInStatus(api, 10);
  await createInStatus(api, 20);
  const page = await signedIn('client1', RAW_LIST);
  const action = page.locator('.row-actions .main-action').first();
  await expect(action).toHaveCSS('border-top-style', 'none');
  const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(new Set(heights).size).toBe(1);
});

test('on a phone of 360 px nothing of these pages is cut off at the edge of its card', async ({ signedIn }) => {
  for (const [userName, path, card, parts] of [
    ['admin', '/SystemManager/ProjectManager', '.list-card', 'tbody button'],
    ['admin', '/UserCenter/UserManager', '.list-card', 'tbody button'],
    ['admin', '/SystemManager/dictionary', '.list-card', 'tbody button'],
    ['client1', '/integration/eventTypes', '.card', 'select'],
    ['client1', '/preConsignBill', '.print-card', '.pager button'],
    ['client1', '/dashboard', '.card', '.card-head a'],
  ] as const) {
    const page = await signedIn(userName, '/dashboard', at(360, 740));
    await openInSpanish(page, path);
    await expect(page.locator(card).locator(parts).first()).toBeVisible();
    const cutTexts = await page
      .locator(card)
      .locator(parts)
      .evaluateAll(
        (elements, cardSelector) =>
          elements
            .filter((part) => {
              const [innerBox, outerBox] = [
                part.getBoundingClientRect(),
                part.closest(cardSelector)?.getBoundingClientRect(),
              ];
              // What is below is scrolled to, but for the pager.
              return (
                !outerBox ||
                innerBox.right > outerBox.right + 0.5 ||
                (part.closest('.pager') !== null && innerBox.bottom > outerBox.bottom + 0.5)
              );
            })
            .map((part) => part.textContent),
        card,
      );
    expect(cutTexts, path).toEqual([]);
  }
});
