import { dialog, expect, given, test } from './support/console.js';
import { CEMENT, draft, SHARED_CEMENT } from './support/consignments.js';
import { openedFile } from './support/opened-file.js';
import { pdfText } from './support/pdf.js';

test.describe('printing pre-consignments', () => {
  test('LS-010 client1 chooses two, looks at both as they will be printed, has their PDFs made and reads one', async ({
    api,
    signedIn,
  }, testInfo) => {
    const memos = ['上午送样', '加急'];
    for (const [place, memo] of memos.entries())
      await draft(api, { samples: [place === 0 ? CEMENT : SHARED_CEMENT], changes: { memo } });
    const page = await signedIn('client1', '/dashboard', {});
    await page.getByRole('link', { name: '预委托单打印' }).click();
    const boxes = page.getByRole('table', { name: '可打印的委托' }).getByRole('checkbox', { name: /^选择 草稿/ });
    await boxes.nth(0).locator('..').click();
    await boxes.nth(1).locator('..').click();

    await page.getByRole('button', { name: '打印预览（2）' }).click();
    const sheets = page.getByRole('article');
    await expect(sheets).toHaveCount(2);
    await expect(sheets.first()).toContainText('加急');
    await expect(sheets.last()).toContainText('上午送样');
    const paper = await page.pdf({ preferCSSPageSize: true });
    expect(paper.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2);

    const text = await pdfText(
      page,
      await openedFile(page, () => page.getByRole('button', { name: '生成 PDF（2）' }).click()),
      testInfo,
    );
    expect(text).toContain('原材料检测预委托单');
    expect(memos.filter((memo) => text.includes(memo))).toHaveLength(1);
  });

  test('a consignment is previewed over its list, and the browser prints its sheets alone, also while the dialog still grows', async ({
    api,
    signedIn,
  }) => {
    const { id } = await draft(api, { changes: { memo: '对话框里打印' } });
    const page = await signedIn('client1', '/onlineConsign/rawMateriaConsignInfo', {});
    await page.addStyleTag({ content: '.app-dialog { transition-duration: 30s !important; }' });
    await page
      .locator(`[data-row="${id}"]`)
      .getByRole('button', { name: /的操作$/ })
      .click();
    await page.getByRole('menuitem', { name: '打印预览' }).click();
    const preview = dialog(page, '原材料检测预览');
    await expect(preview.getByRole('article')).toContainText('对话框里打印');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('table', { name: '委托列表' })).toBeHidden();
    const box = given(await page.getByRole('article').boundingBox());
    expect([box.x, box.y]).toEqual([0, 0]);
  });
});
