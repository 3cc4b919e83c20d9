import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '..');
/** Files that share their classes: those every screen is made of, and those of the pages for phones. */
const SHARED = 'styles/';
const PHONES = 'mobile/';
/** Set by Blueprint, not by a file. */
const FOREIGN = /^bp6-/;

/** The selectors of a file, those within others joined to theirs. */
const selectorsOf = (css: string): string[] => {
  const selectors: string[] = [];
  const open: string[] = [];
  for (const [, text = '', sign] of css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g))
    if (sign === '}') open.pop();
    else if (sign === '{') {
      open.push(text.trim().startsWith('@') ? '' : text.trim());
      const own = open.at(-1);
      const around = open.slice(0, -1).filter(Boolean).join(' ');
      if (own)
        selectors.push(
          ...own.split(/,(?![^()]*(?:\([^()]*\)[^()]*)*\))/).map((selector) => `${around} ${selector.trim()}`.trim()),
        );
    }
  return selectors;
};
/** What a selector says that something is, not what it is not. */
const classesOf = (selector: string): string[] => [
  ...new Set(
    [...selector.replace(/:not\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/gi)]
      .map(([, name = '']) => name)
      .filter((name) => !FOREIGN.test(name)),
  ),
];
/** The files and folders that define each class. */
const filesByClass = (rules: readonly { scope: string; classes: readonly string[] }[]): Map<string, Set<string>> => {
  const filesOfClass = new Map<string, Set<string>>();
  for (const { scope, classes } of rules)
    for (const name of classes) filesOfClass.set(name, (filesOfClass.get(name) ?? new Set()).add(scope));
  return filesOfClass;
};

/**
 * The rules that change what another file draws: those without a class of their own file. A page's file stays in the
 * browser when the page is left, and the build may put it in one file with others.
 */
const leaksIn = (files: ReadonlyMap<string, string>): string[] => {
  const rules = [...files].flatMap(([file, css]) =>
    selectorsOf(css).map((selector) => ({
      file,
      scope: [SHARED, PHONES].find((folder) => file.startsWith(folder)) ?? file,
      selector,
      classes: classesOf(selector),
    })),
  );
  // What is left when the rules with a class that only their file says are taken away, again and again: such a rule may
  // name others' classes beside its own.
  let remaining = rules.filter(({ classes }) => classes.length > 0);
  for (let previousCount = 0; previousCount !== remaining.length;) {
    previousCount = remaining.length;
    const filesOfClass = filesByClass(remaining);
    remaining = remaining.filter(({ classes }) => !classes.some((name) => filesOfClass.get(name)?.size === 1));
  }
  return remaining
    .filter(({ scope }) => scope !== SHARED)
    .map(({ file, selector }) => `${selector} in ${file}`)
    .sort();
};

const files = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(SOURCES, name), 'utf8')]),
);

describe('styles', () => {
  it('have no class that two files define, and no rule for what another file draws', () => {
    expect(files.size).toBeGreaterThan(50);
    expect(leaksIn(files)).toEqual([]);
  });

  it('of the pages for phones apply to nothing else', () => {
    const own = [...files].filter(([file]) => file.startsWith(PHONES)).flatMap(([, css]) => selectorsOf(css));
    expect(own).toContain('.phone-page .row-actions');
    expect(own.filter((selector) => classesOf(selector).length && !selector.startsWith('.phone-page'))).toEqual([]);
  });

  it('are told apart by file', () => {
    const list = '.row-actions { gap: 0; } @media (width < 1px) { .row-actions .main { color: red; } }';
    const leaks = (page: string) =>
      leaksIn(
        new Map([
          ['styles/list.css', list],
          ['screens/page.css', page],
        ]),
      );
    expect(leaks('.row-actions { gap: 8px; }')).toEqual(['.row-actions in screens/page.css']);
    expect(leaks('@media print { a, .row-actions .main { gap: 8px; } }')).toEqual([
      '.row-actions .main in screens/page.css',
    ]);
    expect(leaks('.page { gap: 0; .row-actions, .main { gap: 8px; } }')).toEqual([]);
    expect(leaks('.row-actions:has(.page) { gap: 8px; }')).toEqual([]);
  });
});
