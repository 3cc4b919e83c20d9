import { expect, type Page } from '@playwright/test';

/**
 * Address of the file that `click` opens in a tab of its own. A browser without a viewer for it saves it instead, so it
 * is told by what is asked for.
 */
export const openFile = async (page: Page, click: () => Promise<void>): Promise<string> => {
  const pageUrl = page.url();
  const navigation = page
    .context()
    .waitForEvent(
      'request',
      (request) => request.isNavigationRequest() && new URL(request.url()).pathname.startsWith('/api/'),
    );
  const [request] = await Promise.all([navigation, click()]);
  expect(page.url(), 'the page stays where it is').toBe(pageUrl);
  return request.url();
};
