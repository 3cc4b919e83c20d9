import { randomUUID } from 'node:crypto';
import { createInStatus, readConsignment } from './support/consignments.js';
import { expect, requireValue, test } from './support/console.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';
import { openFile } from './support/opened-file.js';
import { pdfText } from './support/pdf.js';

const MEXICO = { timezoneId: 'America/Mexico_City' };
const HOUR = 3_600_000;
const toChinaTime = (time: string): string => new Date(Date.parse(time) + 8 * HOUR).toISOString();
const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * HOUR).toISOString().slice(0, 10);

test('in a browser in Mexico, list, filter and PDF use China time, and the page says so', async ({
  api,
  signedIn,
}, testInfo) => {
  const linkPerson = `顾${randomUUID().slice(0, 8)}`;
  const { id, consignCode } = await createInStatus(api, 20, { changes: { linkPerson } });
  const submittedAt = toChinaTime(requireValue((await readConsignment(api, id)).consignTime));
  const day = submittedAt.slice(0, 10);
  const listPath = (date: string): string => `${RAW_LIST}?linkPerson=${linkPerson}&from=${date}&to=${date}`;

  const page = await signedIn('client1', listPath(day), MEXICO);
  const list = new ConsignmentList(page);
  await expect(list.row(consignCode)).toContainText(submittedAt.slice(5, 16).replace('T', ' '));
  await expect(page.getByText('所有时间为北京时间')).toBeVisible();
  const address = await openFile(page, () => list.choose(consignCode, '预委托单 PDF'));
  expect((await pdfText(page, address, testInfo)).replace(/\s/g, '')).toContain(day);

  await page.goto(listPath(daysLater(day, -1)));
  await expect(page.getByText('没有符合条件的委托').first()).toBeVisible();
  await expect(list.row(consignCode)).toHaveCount(0);
});

test('a browser in China shows no notice about the time zone', async ({ signedIn }) => {
  const page = await signedIn('client1', '/account');
  await expect(page.locator('footer')).toBeVisible();
  await expect(page.getByText('所有时间为北京时间')).toHaveCount(0);
});
