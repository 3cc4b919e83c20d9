import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { Api } from './api.js';

/** Where the console keeps the token (ROLE-010). */
export const TOKEN = 'consign_token';

type Fixtures = {
  /**
   * A fresh page of somebody who is signed in. Pages of one user share a browser context, so that the console is loaded
   * once a run; with options, even none, it is a context of its own (a clock is a context's too). Nothing stored
   * outlives the test.
   */
  signedIn(userName: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
};
/**
 * `idlePage` stays open between two tests: pages of one site share a process (playwright.config.ts), and with it what is
 * compiled.
 */
type SharedContext = { context: BrowserContext; idlePage: Page };
type WorkerFixtures = { api: Api; shared: Map<string, SharedContext> };

const open = async (browser: Browser): Promise<SharedContext> => {
  const context = await browser.newContext();
  const idlePage = await context.newPage();
  await idlePage.goto('/healthz');
  return { context, idlePage };
};

/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs */
export const test = base.extend<Fixtures, WorkerFixtures>({
  api: [async ({}, use, { project }) => use(new Api(project.use.baseURL ?? '')), { scope: 'worker' }],
  shared: [
    async ({}, use) => {
      const shared = new Map<string, SharedContext>();
      await use(shared);
      for (const { context } of shared.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  signedIn: async ({ browser, baseURL, api, shared }, use) => {
    const failures: string[] = [];
    const contexts = new Set<BrowserContext>();
    await use(async (userName, path = '/dashboard', options) => {
      if (!options && !shared.has(userName)) shared.set(userName, await open(browser));
      const context = (options ? undefined : shared.get(userName)?.context) ?? (await browser.newContext(options));
      contexts.add(context);
      const { token } = await api.as(userName);
      await context.addCookies([{ name: TOKEN, value: token ?? '', url: baseURL ?? '' }]);
      const page = await context.newPage();
      page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.message}`));
      await page.goto(path);
      return page;
    });
    for (const { context, idlePage } of shared.values()) {
      if (!contexts.delete(context)) continue;
      for (const page of context.pages()) if (page !== idlePage) await page.close();
      await idlePage.evaluate(() => localStorage.clear());
      await context.clearCookies();
    }
    for (const context of contexts) await context.close();
    expect(failures, 'uncaught errors of the console').toEqual([]);
  },
});
/* oxlint-enable no-empty-pattern */

export { expect };

/** The message at the top of the page: results and warnings, one at a time. */
export const toast = (page: Page): Locator => page.locator('.bp6-toast-message');

/** The result is said, once. */
export const expectToast = async (page: Page, text: string): Promise<void> => {
  await expect(toast(page)).toHaveText([text]);
};

/** Puts the message away, so that the same one can be seen to come again. */
export const dismissToast = async (page: Page): Promise<void> => {
  await page.locator('.bp6-toast').getByRole('button').click();
  await expect(toast(page)).toHaveCount(0);
};

export const dialog = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Calls the console makes from now on to operations whose path ends so. */
export const callsTo = (page: Page, operation: string): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(`/${operation}`)) calls.push(request.url());
  });
  return calls;
};

/** What must be there for the test to go on. */
export const requireValue = <Thing>(value: Thing | null | undefined): Thing => {
  if (value === null || value === undefined) throw new Error('There is nothing to go on with');
  return value;
};

/** Ticks or clears a checkbox or switch: its label takes the click, as the drawn box lies over the input. */
export const tick = async (box: Locator, isChecked = true): Promise<void> => {
  if ((await box.isChecked()) !== isChecked) await box.locator('..').click();
  await expect(box).toBeChecked({ checked: isChecked });
};
