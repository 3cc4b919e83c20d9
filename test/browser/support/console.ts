import { expect, test as base, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import { Api } from './api.js';

/** Where the console keeps the token (ROLE-010). */
export const TOKEN = 'consign_token';

type Fixtures = {
  /** A browser of their own for somebody who is signed in; opens the page. */
  signedIn(userName: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
};

export const test = base.extend<Fixtures, { api: Api }>({
  api: [async ({}, use, { project }) => use(new Api(project.use.baseURL ?? '')), { scope: 'worker' }],
  signedIn: async ({ browser, baseURL, api }, use) => {
    const failures: string[] = [];
    await use(async (userName, path = '/dashboard', options = {}) => {
      const { token } = await api.as(userName);
      const context = await browser.newContext(options);
      await context.addCookies([{ name: TOKEN, value: token ?? '', url: baseURL ?? '' }]);
      const page = await context.newPage();
      page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.message}`));
      await page.goto(path);
      return page;
    });
    expect(failures, 'uncaught errors of the console').toEqual([]);
  },
});

export { expect };

/** The message at the top of the page: results and warnings, one at a time. */
export const toast = (page: Page): Locator => page.locator('.bp6-toast-message');

/** The result is said, once. */
export const expectSaid = async (page: Page, text: string): Promise<void> => {
  await expect(toast(page)).toHaveText([text]);
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

/** Ticks or clears a checkbox or switch: its label takes the click, as the drawn box lies over the input. */
export const tick = async (box: Locator, ticked = true): Promise<void> => {
  if ((await box.isChecked()) !== ticked) await box.locator('..').click();
  await expect(box).toBeChecked({ checked: ticked });
};
