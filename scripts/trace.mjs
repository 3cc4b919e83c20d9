// npm run trace: which requirement is proven by which passing test. Reads the results of the last npm test.
// Rules: a test carries at most three ids; kind ui needs a jsdom or browser test, kind api one over HTTP;
// in the areas this release covers, an id without a test is named with its reason in docs/requirements/open.md;
// every row of docs/guarantees.md names a passing test. --json prints { id: [test names] } and nothing else.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './prepare.mjs';

const COVERED = {
  '000': ['CL', 'CF', 'LS', 'DG', 'PD', 'EX', 'VA', 'NAV', 'ERR', 'K', 'API', 'ROLE', 'EM'],
  '001': [
    'SF',
    'SS',
    'STD',
    'PK',
    'PR',
    'AUX',
    'SPM',
    'TS',
    'PP',
    'RM',
    'AT',
    'TID',
    'MODE',
    'LAB',
    'SERR',
    'SAPI',
    'SK',
  ],
  '002': [
    'RC',
    'CAT',
    'PRE',
    'AU',
    'US',
    'VC',
    'TP',
    'UN',
    'PJ',
    'NT',
    'OI',
    'CP',
    'FI',
    'QR',
    'SH',
    'RG',
    'AERR',
    'AAPI',
    'AK',
    'ILIS',
  ],
};
const ID = /\b[A-Z]{1,5}-\d{3}\b/g;
const areaOf = (id) => id.slice(0, id.indexOf('-'));
const text = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
const results = (project) => JSON.parse(text(`.cache/test-results/${project}.json`) || '{}');

const requirements = Object.keys(COVERED).flatMap((spec) =>
  text(`docs/requirements/${spec}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => ({ spec, ...JSON.parse(line) })),
);
const kindOf = new Map(requirements.map(({ id, kind }) => [id, kind]));
const areas = [...new Set(requirements.map(({ id }) => areaOf(id)))];

/** Ids of requirements in a text; unknown ids of the same form are reported. */
const requirementIdsIn = (source, location) =>
  [...new Set(source.match(ID) ?? [])].filter((id) => {
    if (!kindOf.has(id) && areas.includes(areaOf(id))) problems.push(`${id} is no requirement: ${location}`);
    return kindOf.has(id);
  });
const problems = [];

/** { file, name, environment: 'node' | 'http' | 'jsdom' | 'browser' } of every passing test. */
const passing = [
  ...jestTests('node'),
  ...jestTests('console'),
  ...(results('browser').suites ?? []).flatMap((suite) => browserTests(suite, suite.file)),
];
if (passing.length === 0) problems.push('There are no test results: run npm test first.');

function jestTests(project) {
  return (results(project).testResults ?? []).flatMap(({ name, assertionResults }) => {
    const file = relative(root, name);
    const environment =
      project === 'console'
        ? 'jsdom'
        : /\b(startService|startAccounts|createApi|fetch)\(/.test(text(file))
          ? 'http'
          : 'node';
    return assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ ancestorTitles, title }) => ({ file, name: [...ancestorTitles, title].join(' '), environment }));
  });
}

function browserTests({ specs = [], suites = [] }, file) {
  const passed = specs.filter(
    ({ tests }) => tests.length > 0 && tests.every(({ status }) => status === 'expected' || status === 'flaky'),
  );
  return [
    ...passed.map(({ title }) => ({ file: `test/browser/${file}`, name: title, environment: 'browser' })),
    ...suites.flatMap((suite) => browserTests(suite, file)),
  ];
}

const PROVING_ENVIRONMENTS = { ui: ['jsdom', 'browser'], api: ['http', 'browser'] };
const proven = new Map();
for (const { name, environment } of passing) {
  const ids = requirementIdsIn(name, name);
  if (ids.length > 3) problems.push(`carries ${ids.length} ids: ${name}`);
  for (const id of ids) {
    const environments = PROVING_ENVIRONMENTS[kindOf.get(id)];
    if (environments && !environments.includes(environment))
      problems.push(`${id} is of kind ${kindOf.get(id)}, but its test runs in ${environment}: ${name}`);
    else proven.set(id, [...new Set([...(proven.get(id) ?? []), name])]);
  }
}

const openIds = new Set(requirementIdsIn(text('docs/requirements/open.md'), 'docs/requirements/open.md'));
for (const { id, spec } of requirements) {
  if (COVERED[spec].includes(areaOf(id)) && !proven.has(id) && !openIds.has(id))
    problems.push(`${id} has no passing test and is not named in docs/requirements/open.md`);
  if (proven.has(id) && openIds.has(id))
    problems.push(`${id} is proven by a test but still named in docs/requirements/open.md`);
}

// A row of docs/guarantees.md: | promise | [file](../file) | test name |. A contract runs in the specs of its adapters.
for (const [, file, name] of text('docs/guarantees.md').matchAll(/^\|.*\| \[.*\]\(\.\.\/(.+?)\) \| (.+?) \|$/gm)) {
  const isProven =
    existsSync(join(root, file)) &&
    passing.some((test) => test.name.endsWith(name) && (test.file === file || file.endsWith('.contract.ts')));
  if (!isProven) problems.push(`docs/guarantees.md names what does not pass: ${file}: ${name}`);
}

if (process.argv.includes('--json'))
  process.stdout.write(
    `${JSON.stringify(Object.fromEntries([...proven].sort(([left], [right]) => (left < right ? -1 : 1))), null, 1)}\n`,
  );
else {
  process.stdout.write('area   proven / all\n');
  for (const area of areas) {
    const ids = requirements.filter(({ id }) => areaOf(id) === area);
    process.stdout.write(
      `${area.padEnd(6)} ${String(ids.filter(({ id }) => proven.has(id)).length).padStart(6)} / ${ids.length}\n`,
    );
  }
  process.stdout.write(`all    ${String(proven.size).padStart(6)} / ${requirements.length}\n`);
  process.stdout.write(problems.length ? `\n${problems.join('\n')}\n` : '\nNo complaint.\n');
}
process.exitCode = problems.length ? 1 : 0;
