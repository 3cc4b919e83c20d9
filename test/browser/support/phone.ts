import type { Browser, Page } from '@playwright/test';

/** Somebody's phone: a browser of its own, without a login. */
export const phonePage = async (
  browser: Browser,
  address: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme,
  });
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
  const pointAt = (x: number, y: number): [number, number] => [area.x + area.width * x, area.y + area.height * y];
  for (const stroke of [
    [
      [0.2, 0.3],
      [0.25, 0.7],
      [0.4, 0.3],
    ],
    [
      [0.5, 0.35],
      [0.75, 0.4],
      [0.55, 0.75],
    ],
  ] as const) {
    await page.mouse.move(...pointAt(stroke[0][0], stroke[0][1]));
    await page.mouse.down();
    for (const [x, y] of stroke) await page.mouse.move(...pointAt(x, y), { steps: 6 });
    await page.mouse.up();
  }
};

/** EXIF saying "turn this a quarter to the right": what a camera writes that was held upright. */
const QUARTER_TURN = Buffer.concat([
  Buffer.from([0xff, 0xe1, 0x00, 0x22]),
  Buffer.from('Exif\0\0MM\0*'),
  Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
]);

/**
 * A photo of 3000 × 1500 pixels, its left half red and its right half blue, that is to be looked at upright: red on
 * top.
 */
export const uprightPhoto = async (page: Page): Promise<Buffer> => {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 1500 });
    const pen = canvas.getContext('2d');
    for (const [colour, x] of [
      ['#f00', 0],
      ['#00f', 1500],
    ] as const) {
      if (pen) pen.fillStyle = colour;
      pen?.fillRect(x, 0, 1500, 1500);
    }
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  const jpeg = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), QUARTER_TURN, jpeg.subarray(2)]);
};

/** Size of a picture as it is shown, and whether it is rather red or blue at its top and its bottom. */
export const describePicture = (
  page: Page,
  picture: Buffer,
): Promise<{ width: number; height: number; top: string; bottom: string }> =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), { imageOrientation: 'none' });
    const { width, height } = bitmap;
    const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    pen?.drawImage(bitmap, 0, 0);
    const colourAt = (y: number): string => {
      const [red = 0, , blue = 0] = pen?.getImageData(width / 2, y, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    };
    return { width, height, top: colourAt(20), bottom: colourAt(height - 20) };
  }, picture.toString('base64'));
