import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, TestInfo } from '@playwright/test';

const reader = fileURLToPath(new URL('../../support/pdf-text.mjs', import.meta.url));

/** Text of the PDF at an address, as a reader would copy it; asked for as the user of `page`. */
export const pdfText = async (page: Page, address: string, testInfo: TestInfo): Promise<string> => {
  const response = await page.request.get(address);
  return textIn(await response.body(), testInfo);
};

/** Text of a PDF, as a reader would copy it. */
export const textIn = (content: Buffer, testInfo: TestInfo): string => {
  const file = testInfo.outputPath('document.pdf');
  writeFileSync(file, content);
  const { stdout, stderr, status } = spawnSync(process.execPath, [reader, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
