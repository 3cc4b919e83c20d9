import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, TestInfo } from '@playwright/test';

const reader = fileURLToPath(new URL('../../support/pdf-text.mjs', import.meta.url));

/** Text of the PDF that a page shows, as a reader would copy it. */
export const pdfText = async (page: Page, testInfo: TestInfo): Promise<string> => {
  const answer = await page.request.get(page.url());
  const file = testInfo.outputPath('document.pdf');
  writeFileSync(file, await answer.body());
  const { stdout, stderr, status } = spawnSync(process.execPath, [reader, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
