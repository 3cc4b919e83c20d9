// Text of a PDF file, page after page, as a reader would copy it: poppler's pdftotext where it is installed, else pdf.js.
// As a program: node test/support/pdf-text.mjs FILE
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const [file] = process.argv.slice(2);
const poppler = spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
if (poppler.status === 0) process.stdout.write(poppler.stdout);
else {
  const document = await getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise;
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    process.stdout.write(`${items.map((item) => ('str' in item ? item.str : '')).join(' ')}\f`);
  }
}
