import { auditPath } from './support/audit.js';
import { createDraft, step } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';
import { formPath } from './support/form.js';
import { openFile } from './support/opened-file.js';

const NAME = '见证取样委托书.pdf';
/** The smallest document a viewer accepts. */
const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`);

test('VA-024 a client attaches a file, the laboratory opens it, and the client deletes it after confirmation', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
  const client = await signedIn('client1', formPath(id));
  const attachments = client.locator('[data-section="attachments"]');
  await expect(attachments.getByText('还没有委托附件。')).toBeVisible();
  await attachments.locator('input[type=file]').setInputFiles({ name: NAME, mimeType: 'application/pdf', buffer: PDF });
  await expect(attachments.getByRole('link', { name: NAME })).toBeVisible();
  await client.reload();
  await expect(attachments.getByRole('link', { name: NAME })).toBeVisible();

  await step(api, id, 'submit');
  const lab = await signedIn('lab1', auditPath(id));
  const file = await openFile(lab, () => lab.getByRole('link', { name: NAME }).click());
  expect(new URL(file).pathname).toMatch(/^\/api\/v1\/documents\//);
  expect(await (await lab.request.get(file)).body()).toEqual(PDF);
  await step(api, id, 'reject');

  await client.reload();
  const remove = attachments.getByRole('button', { name: `删除附件 ${NAME}` });
  await remove.click();
  await dialog(client, '删除附件').getByRole('button', { name: '取消' }).click();
  await expect(attachments.getByRole('link', { name: NAME })).toBeVisible();
  await remove.click();
  await dialog(client, '删除附件').getByRole('button', { name: '删除附件' }).click();
  await expectToast(client, `文件${NAME}已删除`);
  await client.reload();
  await expect(attachments.getByText('还没有委托附件。')).toBeVisible();
});
