import { readAllNotifications } from '#contract';
import { expect, test } from './support/console.js';
import { createInStatus } from './support/consignments.js';

test('a client is notified of a rejection and opens the consignment from the notification', async ({
  signedIn,
  api,
}) => {
  const { id, consignCode } = await createInStatus(api, 40, { comment: '缺少取样照片' });
  const page = await signedIn('client1', '/dashboard');
  const bell = page.getByRole('button', { name: /^消息，\d+ 条未读$/ });
  await expect(bell).toBeVisible({ timeout: 45_000 });
  await bell.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('list', { name: '最新消息' })
    .getByRole('button', { name: new RegExp(`委托审核不通过.*${consignCode}.*缺少取样照片`) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/onlineConsign/addConsignInfo\\?id=${id}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(consignCode);
  await expect(page.getByRole('list', { name: '最新消息' })).toHaveCount(0);
  await api.do('client1', readAllNotifications, { body: { upTo: new Date().toISOString() } });
});
