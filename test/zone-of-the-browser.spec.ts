import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../apps/console/src');

/** What a Date or Intl answers in the zone of the browser. */
const LOCAL =
  /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds)\(|\.toDateString\(|\.toTimeString\(|new Date\(\s*[\w.]+\s*,/g;
const FORMATTING = /(?:toLocaleDateString|toLocaleTimeString|Intl\.DateTimeFormat)\((?:(?!\);)[\s\S])*/g;
const NAMES_ZONE = /\bCHINA\b|timeZone/;

const readsBrowserZone = (source: string): string[] => [
  ...(source.match(LOCAL) ?? []),
  ...(source.match(FORMATTING) ?? []).filter((call) => !NAMES_ZONE.test(call.slice(0, 300))),
];

it('the console shows no time in the time zone of the browser', async () => {
  const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
  const matches = await Promise.all(
    files.map(async (file) =>
      readsBrowserZone(await readFile(join(root, file), 'utf8')).map((call) => `${file} ${call}`),
    ),
  );
  expect(matches.flat()).toEqual([]);
});

it('the check detects code that uses the time zone of the browser', () => {
  for (const source of [
    'at.getHours()',
    'new Date(2026, 10, 25)',
    'at.setDate(1)',
    "at.toLocaleDateString('es', { month: 'long' });",
    "new Intl.DateTimeFormat('en');",
  ])
    expect(readsBrowserZone(source)).toHaveLength(1);
});
