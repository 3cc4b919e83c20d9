import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => !path.includes('node_modules'));

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples', 'data'].flatMap(filesBelow).filter((path) => path.endsWith('.md')),
];
const records = readdirSync(join(root, 'docs/decisions')).filter((name) => name.startsWith('adr-'));

/** What a document links to, below the root of the repository. */
const linksOf = (path: string): string[] =>
  Array.from(readText(path).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g), ([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(path), target)));

/** Files and folders of the sources that a document names in its text. */
const pathsIn = (path: string): string[] =>
  Array.from(
    readText(path).matchAll(/`((?:apps|libs|test|scripts|docs|deploy|examples)\/[\w./-]+)`/g),
    ([, mention = '']) => mention,
  ).filter((mention) => !/\.{2,}/.test(mention));

describe('the documents', () => {
  it('have no broken links', () => {
    const missingTargets = documents.flatMap((path) =>
      linksOf(path)
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(missingTargets).toEqual([]);
  });

  it('name no missing source file', () => {
    const missingFiles = documents.flatMap((path) =>
      pathsIn(path)
        .filter((mention) => !existsSync(join(root, mention)))
        .map((mention) => `${path}: ${mention}`),
    );
    expect(missingFiles).toEqual([]);
  });
});

describe('the decision records', () => {
  it('are numbered consecutively and listed in the index once', () => {
    const numbers = records.map((name) => name.slice(0, 7));
    expect(numbers).toEqual(records.map((_, position) => `adr-${String(position + 1).padStart(3, '0')}`));
    const index = readText('docs/decisions/README.md');
    expect(
      records.filter((name) => index.split(`\n| [${name.slice(0, 7).toUpperCase()}](${name}) `).length !== 2),
    ).toEqual([]);
  });

  it('have context, decision, alternatives and consequences', () => {
    const status = /^Status: (Accepted|Superseded by \[ADR-\d{3}\]\(adr-\d{3}-[a-z0-9-]+\.md\))\\$/m;
    const incomplete = records.filter((name) => {
      const text = readText(`docs/decisions/${name}`);
      const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, title]) => title).join();
      const isNumbered = text.startsWith(`# ${name.slice(0, 7).toUpperCase()}: `);
      return !isNumbered || !status.test(text) || sections !== 'Context,Decision,Alternatives,Consequences';
    });
    expect(incomplete).toEqual([]);
  });

  it('exist for every citation', () => {
    const citingFiles = ['apps', 'libs', 'test', 'scripts', 'docs', 'examples']
      .flatMap(filesBelow)
      .filter((path) => /\.(tsx?|mjs|cjs|md)$/.test(path));
    const unknownCitations = [...documents, ...citingFiles].flatMap((path) =>
      Array.from(readText(path).matchAll(/\bADR-(\d{3})\b/g), ([citation, number]) => ({ citation, number }))
        .filter(({ number }) => !records.some((name) => name.startsWith(`adr-${number}-`)))
        .map(({ citation }) => `${path}: ${citation}`),
    );
    expect(unknownCitations).toEqual([]);
  });
});
