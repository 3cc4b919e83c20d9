import { expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { getSampleExample } from '#contract';
import '../../i18n/language.js';
import { errorLog, currentFailure } from '../../lib/failures.js';
import { renderSamplePage } from '../../testing/sample-page.js';
import { SampleEditor } from './sample-editor.js';

const page = renderSamplePage(SampleEditor);
const link = () => screen.queryByRole('button', { name: '填写示例' });

it('AT-010 a sample with example pictures shows them all, and a sample without them has no link', async () => {
  await page.open();
  await waitFor(() => expect(page.server.requestsTo(getSampleExample)).toHaveLength(1));
  expect(link()).toBeNull();
  cleanup();
  page.server.respondWith(getSampleExample, [
    { name: '正面', url: 'data:image/svg+xml;base64,PHN2Zy8+' },
    { name: '背面', url: 'data:image/svg+xml;base64,PHN2ZyAvPg==' },
  ]);
  await page.open();
  await page.user.click(await screen.findByRole('button', { name: '填写示例' }));
  const dialog = within(await screen.findByRole('dialog', { name: '填写示例' }));
  expect(dialog.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual(['正面', '背面']);
});

it('LAB-007 example pictures that cannot be loaded leave the form usable without a link, and one error is logged', async () => {
  errorLog.set([]);
  const logged = () => errorLog.get().filter(({ source }) => source.startsWith(getSampleExample.name));
  page.server.refuse(getSampleExample, { status: 500, message: '实验室系统无响应' });
  await page.open();
  await waitFor(() => expect(logged()).toHaveLength(1));
  expect(link()).toBeNull();
  expect(currentFailure.get()).toBeNull();
  expect(screen.getByRole('button', { name: '保存样品' })).toBeTruthy();
});
