// npm run trace: which requirement is proven by which passing test. Reads the results of the last npm test.
// Rules: a test carries at most three ids; kind ui needs a jsdom or browser test, kind api one over HTTP;
// in the areas this release covers, an id without a test must be named with its reason in docs/requirements/open.md.
// --json prints { id: [test names] }.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './prepare.mjs';

const COVERED = ['CL', 'VA', 'PD', 'PR', 'API', 'ROLE', 'K'];
const ID = /\b(?:CL|CF|LS|DG|PD|EX|VA|EM|NAV|ERR|K|API|ROLE|SF|SS|STD|PK|PR|AUX|SPM|TS|PP|RM|AT|TID|MODE|LAB|SERR|SAPI|SK|[A-Z]{2,5})-\d{3}\b/g;

const requirements = ['000', '001', '002'].flatMap((spec) =>
  readFileSync(join(root, `docs/requirements/${spec}.jsonl`), 'utf8').trim().split('\n').map((line) => ({ spec, ...JSON.parse(line) })));
const known = new Map(requirements.map((requirement) => [requirement.id, requirement]));

/** { name, place: 'node' | 'http' | 'jsdom' | 'browser' } of every passing test. */
const passing = [];
for (const project of ['node', 'console']) {
  for (const file of read(`.cache/test-results/${project}.json`)?.testResults ?? []) {
    const path = relative(root, file.name);
    const overHttp = /^apps\/api\/.*\.spec\.ts$|^test\/.*\.spec\.ts$/.test(path);
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passing.push({ name: test.fullName, place: project === 'console' ? 'jsdom' : overHttp ? 'http' : 'node' });
    }
  }
}
const walk = (suite) => [...(suite.specs ?? []).filter((spec) => spec.ok).map((spec) => spec.title), ...(suite.suites ?? []).flatMap(walk)];
for (const suite of read('.cache/test-results/browser.json')?.suites ?? []) {
  for (const name of walk(suite)) passing.push({ name, place: 'browser' });
}

const proven = new Map();
const complaints = [];
for (const test of passing) {
  const ids = [...new Set(test.name.match(ID) ?? [])].filter((id) => known.has(id));
  if (ids.length > 3) complaints.push(`carries ${ids.length} ids: ${test.name}`);
  for (const id of ids) {
    const { kind } = known.get(id);
    if (kind === 'ui' && !['jsdom', 'browser'].includes(test.place)) complaints.push(`${id} is of kind ui, but its test runs in ${test.place}: ${test.name}`);
    else if (kind === 'api' && !['http', 'browser'].includes(test.place)) complaints.push(`${id} is of kind api, but its test does not speak HTTP: ${test.name}`);
    else proven.set(id, [...(proven.get(id) ?? []), test.name]);
  }
}

const openText = existsSync(join(root, 'docs/requirements/open.md')) ? readFileSync(join(root, 'docs/requirements/open.md'), 'utf8') : '';
const open = new Set(openText.match(ID) ?? []);
const areaOf = (id) => id.slice(0, id.indexOf('-'));
const inScope = requirements.filter((requirement) => COVERED.includes(areaOf(requirement.id)) && (requirement.spec === '000' || areaOf(requirement.id) === 'PR'));
for (const { id } of inScope) {
  if (!proven.has(id) && !open.has(id)) complaints.push(`${id} has no test and is not named in docs/requirements/open.md`);
}
for (const id of open) if (proven.has(id)) complaints.push(`${id} is proven by a test but still named in docs/requirements/open.md`);

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(Object.fromEntries([...proven].sort()), null, 1)}\n`);
else {
  const areas = Map.groupBy ? Map.groupBy(requirements, (r) => areaOf(r.id)) : requirements.reduce((map, r) => map.set(areaOf(r.id), [...(map.get(areaOf(r.id)) ?? []), r]), new Map());
  process.stdout.write('area   proven / all\n');
  for (const [area, rows] of areas) process.stdout.write(`${area.padEnd(6)} ${String(rows.filter((r) => proven.has(r.id)).length).padStart(6)} / ${rows.length}\n`);
  process.stdout.write(`all    ${String(proven.size).padStart(6)} / ${requirements.length}\n`);
  process.stdout.write(complaints.length ? `\n${complaints.join('\n')}\n` : '\nNo complaint.\n');
}
process.exitCode = complaints.length ? 1 : 0;

function read(path) {
  return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : null;
}
