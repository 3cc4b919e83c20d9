import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from '@jest/globals';
import { chooseLanguage, clauseSeparator, inBrackets, labelSeparator, listSeparator } from './language.js';
import { defineTexts, textOf } from './texts.js';

const texts = defineTexts('plurals-of-a-test', {
  zh: { groups: '{{count}} 组', tries: '共尝试 {{n}} 次' },
  en: {
    groups: '{{count}} {{count, plural(one: group; other: groups)}}',
    tries: '{{n, plural(one: The only try; other: All # tries)}} failed',
  },
  es: {
    groups: '{{count}} {{count, plural(one: grupo; other: grupos)}}',
    tries: '{{n, plural(one: El único intento falló; other: Los # intentos fallaron)}}',
  },
});
afterEach(() => chooseLanguage('zh'));

it.each([
  ['zh', '1 组', '2 组', '共尝试 1,000 次'],
  ['en', '1 group', '2 groups', 'All 1,000 tries failed'],
  ['es', '1 grupo', '2 grupos', 'Los 1,000 intentos fallaron'],
] as const)('plural forms follow the count in %s', async (language, one, two, many) => {
  await chooseLanguage(language);
  expect([textOf(texts, 'groups', { count: 1 }), textOf(texts, 'groups', { count: 2 })]).toEqual([one, two]);
  expect(textOf(texts, 'tries', { n: '1,000' })).toBe(many);
});

/** A count with a noun that lacks one of its two forms: `{{n}} samples`. */
const ONE_FORM =
  /\{\{(?:n|[dh]|count|groups|samples|parameters|rows|views|limit|hours|days|total|rest|tested|cited)\}\} [a-záéíóúñ]{3,}s\b/;
const SOURCES = join(dirname(fileURLToPath(import.meta.url)), '..');

it('no text of the console has a plural noun that would read “1 samples”', () => {
  const files = readdirSync(join(SOURCES, 'locales'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('locales', name));
  expect(files.length).toBeGreaterThan(50);
  const wrongLines = files.flatMap((name) =>
    readFileSync(join(SOURCES, name), 'utf8')
      .split('\n')
      .filter((line) => ONE_FORM.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(wrongLines).toEqual([]);
});

it.each([
  ['zh', '水泥、砂'],
  ['en', '水泥, 砂'],
  ['es', '水泥, 砂'],
] as const)('lists of names use the separator of the language in %s', async (language, expectedText) => {
  await chooseLanguage(language);
  expect(['水泥', '砂'].join(listSeparator())).toBe(expectedText);
});

it.each([
  ['zh', '原因：迟到，再试', '费用（元）'],
  ['en', '原因: 迟到, 再试', '费用 (元)'],
  ['es', '原因: 迟到, 再试', '费用 (元)'],
] as const)(
  'labels, clauses and brackets use the punctuation of the language in %s',
  async (language, clauses, bracketed) => {
    await chooseLanguage(language);
    expect(`原因${labelSeparator()}${['迟到', '再试'].join(clauseSeparator())}`).toBe(clauses);
    expect(`费用${inBrackets('元')}`).toBe(bracketed);
  },
);

/** Files that choose the mark of the language, or read marks in names, roles and typed text. */
const WITH_MARKS = [
  'i18n/language.ts',
  'consignment/property-names.ts',
  'screens/audit/decision-panel.tsx',
  'screens/consignment-list/bulk-bar.tsx',
  'screens/user-management/user-manager.page.tsx',
];

it('source code has no Chinese punctuation between texts, which would show in every language', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) && !/\.spec\.|testing/.test(name) && !WITH_MARKS.includes(name.replaceAll('\\', '/')),
  );
  expect(files.length).toBeGreaterThan(300);
  const wrongLines = files.flatMap((name) =>
    readFileSync(join(SOURCES, name), 'utf8')
      .split('\n')
      .filter((line) => /[、，；：。（）]/.test(line) && !/^\s*(\/\/|\/?\*|\{\/\*)/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(wrongLines).toEqual([]);
});
