import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { type Accessory, type ConsignmentView, getAccessory, saveConsignInfo, uploadAccessory } from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import '../../i18n/language.js';
import { renderFormPage } from '../../testing/form-page.js';
import { stubUploads } from '../../testing/stub-uploads.js';

describe('a file that is added while the form has unsaved input', () => {
  const page = renderFormPage(<ConsignmentFormScreen />);
  const uploads = stubUploads();

  /** A service that stores uploads; `meanwhile` is a change of the consignment by somebody else at that moment. */
  const addsFiles = (meanwhile: Partial<ConsignmentView> = {}) => {
    const storedFiles: Accessory[] = [];
    page.server.respondWith(getAccessory, () => storedFiles);
    uploads.respondWith(uploadAccessory, ({ file }) => {
      const added: Accessory = {
        id: 'f-1',
        name: file.name,
        size: file.size,
        creationTime: '2026-11-20T08:42:00.000Z',
        url: '/x',
        foreignTable: 'BU_ConsignInfo',
        foreignKey: page.view.id,
        accessoryType: '',
        accessoryTypeID: '',
        readonly: false,
        isReplace: false,
      };
      storedFiles.push(added);
      page.view = { ...page.view, revision: page.view.revision + 1, ...meanwhile };
      return added;
    });
  };
  const attach = async () => {
    await screen.findByText('还没有委托附件。');
    await page.user.upload(screen.getByLabelText('委托附件', { selector: 'input' }), new File(['x'], '委托书.pdf'));
    expect(await screen.findByRole('link', { name: /委托书.pdf/ })).toBeTruthy();
  };

  it('updates the revision that the form saves with and keeps the unsaved input', async () => {
    addsFiles();
    await page.show();
    await page.retype(/^备注/, '附委托书');
    await attach();
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(
      page.server
        .requestsTo(saveConsignInfo)
        .map(({ headers, body }) => [headers['If-Match'], (body as { memo: string }).memo]),
    ).toEqual([['"4"', '附委托书']]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^备注/).value).toBe('附委托书'));
  });

  it('shows a note when another user changed the form meanwhile, and does not take the change over silently', async () => {
    addsFiles({ linkPerson: '王工', revision: 9 });
    await page.show();
    await page.retype(/^备注/, '附委托书');
    await attach();
    expect(await screen.findByText(/在别处有了更新/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^委托人/).value).toBe('陈志远');
  });
});
