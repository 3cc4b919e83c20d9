import { dialog, expect, requireValue, test } from './support/console.js';
import { getBuSampleInfo, saveBuSampleInfo } from '#contract';
import { CEMENT, createDraft, readConsignment, SHARED_CEMENT } from './support/consignments.js';
import { openFile } from './support/opened-file.js';
import { pdfText, textIn } from './support/pdf.js';

test.describe('the print page of consignments', () => {
  test('LS-010 previews two chosen drafts as they will be printed, and makes their PDFs', async ({
    api,
    signedIn,
  }, testInfo) => {
    const memos = ['上午送样', '加急'];
    for (const [index, memo] of memos.entries())
      await createDraft(api, { samples: [index === 0 ? CEMENT : SHARED_CEMENT], changes: { memo } });
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
      await openFile(page, () => page.getByRole('button', { name: '生成 PDF（2）' }).click()),
      testInfo,
    );
    expect(text).toContain('原材料检测预委托单');
    expect(memos.filter((memo) => text.includes(memo))).toHaveLength(1);
  });

  test('prints only the sheets of a preview dialog over the list, even while the dialog opens', async ({
    api,
    signedIn,
  }) => {
    const { id } = await createDraft(api, { changes: { memo: '对话框里打印' } });
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
    const box = requireValue(await page.getByRole('article').boundingBox());
    expect([box.x, box.y]).toEqual([0, 0]);
  });

  test('repeats the label of a long text on each further page when the browser prints it', async ({
    api,
    signedIn,
  }, testInfo) => {
    const { id } = await createDraft(api, { samples: [CEMENT] });
    const [sample] = (await readConsignment(api, id)).samples;
    const view = await api.do('client1', getBuSampleInfo, { query: { id: requireValue(sample?.id), consignId: id } });
    const testPart = Array.from({ length: 250 }, (_, n) => `第${n}段：${'左幅路基填筑面，'.repeat(5)}`).join('');
    await api.do('client1', saveBuSampleInfo, {
      body: {
        ...view,
        buSampleParamPackInfo: null,
        inputMethod: 1,
        testGroupCount: 250,
        testPart,
        projectOrPurpose: '',
      },
    });
    const page = await signedIn('client1', `/preConsignBill/preview?ids=${id}`, {});
    await expect(page.getByRole('article')).toContainText('第249段');
    const paper = await page.pdf({ preferCSSPageSize: true });
    const pages = paper.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(2);
    const text = textIn(paper, testInfo);
    expect(text.match(/工程部位/g)?.length).toBeGreaterThanOrEqual(pages - 1);
  });
});
