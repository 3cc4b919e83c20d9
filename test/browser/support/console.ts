import { expect, test as base, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import { Api } from './api.js';

/** Where the console keeps the token (ROLE-010). */
export const TOKEN = 'consign_token';

type Fixtures = {
  /**
   * A fresh page of somebody who is signed in. Pages of one user share a browser context, so that the console is loaded once
   * a run; with options, even none, it is a context of its own (a clock is a context's too). Nothing stored outlives the test.
   */
  signedIn(userName: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
};
type WorkerFixtures = { api: Api; contexts: Map<string, BrowserContext> };

/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs */
export const test = base.extend<Fixtures, WorkerFixtures>({
  api: [async ({}, use, { project }) => use(new Api(project.use.baseURL ?? '')), { scope: 'worker' }],
  contexts: [async ({}, use) => {
    const contexts = new Map<string, BrowserContext>();
    await use(contexts);
    for (const context of contexts.values()) await context.close();
  }, { scope: 'worker' }],
  signedIn: async ({ browser, baseURL, api, contexts }, use) => {
    const failures: string[] = [];
    const pages: Page[] = [];
    await use(async (userName, path = '/dashboard', options) => {
      const context = (options ? undefined : contexts.get(userName)) ?? (await browser.newContext(options));
      if (!options) contexts.set(userName, context);
      const { token } = await api.as(userName);
      await context.addCookies([{ name: TOKEN, value: token ?? '', url: baseURL ?? '' }]);
      const page = await context.newPage();
      pages.push(page);
      page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.message}`));
      await page.goto(path);
      return page;
    });
    for (const context of new Set(pages.map((page) => page.context()))) {
      if (![...contexts.values()].includes(context)) {
        await context.close();
        continue;
      }
      await context.pages()[0]?.evaluate(() => localStorage.clear());
      await context.clearCookies();
      for (const page of context.pages()) await page.close();
    }
    expect(failures, 'uncaught errors of the console').toEqual([]);
  },
});
/* oxlint-enable no-empty-pattern */

export { expect };

/** The message at the top of the page: results and warnings, one at a time. */
export const toast = (page: Page): Locator => page.locator('.bp6-toast-message');

/** The result is said, once. */
export const expectSaid = async (page: Page, text: string): Promise<void> => {
  await expect(toast(page)).toHaveText([text]);
};

/** Puts the message away, so that the same one can be seen to come again. */
export const putAway = async (page: Page): Promise<void> => {
  await page.locator('.bp6-toast').getByRole('button').click();
  await expect(toast(page)).toHaveCount(0);
};

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Calls the console makes from now on to operations whose path ends so. */
export const callsTo = (page: Page, operation: string): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(`/${operation}`)) calls.push(request.url());
  });
  return calls;
};

/** What must be there for the test to go on. */
export const given = <Thing>(thing: Thing | null | undefined): Thing => {
  if (thing === null || thing === undefined) throw new Error('There is nothing to go on with');
  return thing;
};

/** Ticks or clears a checkbox or switch: its label takes the click, as the drawn box lies over the input. */
export const tick = async (box: Locator, ticked = true): Promise<void> => {
  if ((await box.isChecked()) !== ticked) await box.locator('..').click();
  await expect(box).toBeChecked({ checked: ticked });
};
