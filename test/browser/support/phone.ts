import type { Browser, Page } from '@playwright/test';

/** Somebody's phone: a browser of its own, without a login. */
export const phonePage = async (browser: Browser, address: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });
  const page = await context.newPage();
  await page.goto(address);
  return page;
};

/** Writes something like a name into the box. */
export const writeName = async (page: Page, box = '请在框内手写签名'): Promise<void> => {
  const canvas = page.getByRole('img', { name: box });
  await canvas.scrollIntoViewIfNeeded();
  const area = await canvas.boundingBox();
  if (!area) throw new Error('The box is not on the screen');
  const at = (x: number, y: number): [number, number] => [area.x + area.width * x, area.y + area.height * y];
  for (const stroke of [[[0.2, 0.3], [0.25, 0.7], [0.4, 0.3]], [[0.5, 0.35], [0.75, 0.4], [0.55, 0.75]]] as const) {
    await page.mouse.move(...at(stroke[0][0], stroke[0][1]));
    await page.mouse.down();
    for (const [x, y] of stroke) await page.mouse.move(...at(x, y), { steps: 6 });
    await page.mouse.up();
  }
};
