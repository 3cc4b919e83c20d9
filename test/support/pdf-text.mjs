// Text of a PDF file, page after page, as a reader would copy it: poppler's pdftotext where it is installed, else
// pdf.js. As a program: node test/support/pdf-text.mjs FILE
// With --places: every piece of text in the order it was drawn, as JSON: its page, its left and right edge, and its
// distance from the top.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [file, flag] = process.argv.slice(2);
const openDocument = () => getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise;
const poppler = flag ? { status: null } : spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
if (flag === '--places') {
  const document = await openDocument();
  const textItems = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { height } = page.getViewport({ scale: 1 });
    for (const { str: text, transform, width } of (await page.getTextContent()).items)
      if (text?.trim())
        textItems.push({
          page: number,
          text,
          left: transform[4],
          right: transform[4] + width,
          top: height - transform[5],
        });
  }
  process.stdout.write(JSON.stringify(textItems));
} else if (poppler.status === 0) process.stdout.write(poppler.stdout);
else {
  const document = await openDocument();
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    process.stdout.write(`${items.map((item) => ('str' in item ? item.str : '')).join(' ')}\f`);
  }
}
