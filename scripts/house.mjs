// npm run house: how much code a reader has to read. It prints for five use cases the files with the code they call,
// and production files by size and by their longest lines. A measure, not a gate.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './prepare.mjs';

/** Where each use case starts: a declaration, found by the name of its file or by its text. */
const USE_CASES = [
  { name: 'CommitConsignInfo', handles: 'commitConsignInfo' },
  { name: 'SaveConsignInfo', handles: 'saveConsignInfo' },
  { name: 'List page', declares: 'ConsignmentListPage', project: 'apps/console/tsconfig.json' },
  { name: 'Rebuild of a view', declares: 'runRebuildCommand' },
  { name: 'PDF of a consignment', declares: 'renderPdfJob' },
];

/** Infrastructure that a reader of a use case need not read: it is counted separately and not followed. */
const INFRASTRUCTURE = new RegExp(
  `^(${[
    'apps/api/src/(http|auth|operations)',
    'apps/console/src/(components|lib|app|i18n|locales)',
    'libs/(contract|engines|events|settings|outbound)',
  ].join('|')})/`,
);

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const production = git('ls-files', 'apps', 'libs').filter(
  (path) => /\.(ts|tsx)$/.test(path) && !/\.(spec|contract\.spec)\.|\/testing\/|\.d\.ts$/.test(path),
);

const programOf = (project) => {
  const { config } = ts.readConfigFile(join(root, project), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, project, '..'));
  const settings = { ...options, noEmit: true, skipLibCheck: true };
  return ts.createProgram(fileNames, settings, ts.createCompilerHost(settings, true));
};

/** The declaration of a symbol, through all re-exports. Types are left out, because they have no behaviour. */
const declarationOf = (checker, node) => {
  let symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  if (!symbol || !(symbol.flags & ts.SymbolFlags.Value)) return null;
  return symbol.valueDeclaration ?? null;
};

/** The top-level statement, or the member of a class, that contains a declaration. */
const unitOf = (declaration) => {
  let node = declaration;
  while (node.parent && !ts.isSourceFile(node.parent) && !ts.isClassDeclaration(node.parent)) node = node.parent;
  return node;
};

const pathOf = (node) => relative(root, node.getSourceFile().fileName);

/** All production files that are reached from one declaration. */
const reachableFiles = (program, start) => {
  const checker = program.getTypeChecker();
  const handlers = handlersOf(program);
  const visited = new Set();
  const called = new Set();
  const infrastructure = new Set();
  const pending = [start];
  while (pending.length > 0) {
    const unit = pending.pop();
    if (visited.has(unit)) continue;
    visited.add(unit);
    called.add(pathOf(unit));
    const visit = (node) => {
      if (ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node)) {
        const declaration = declarationOf(checker, node);
        const path = declaration && pathOf(declaration);
        if (declaration && /^(apps|libs)\//.test(path) && !ts.isParameter(declaration)) {
          if (INFRASTRUCTURE.test(path)) infrastructure.add(path);
          else pending.push(unitOf(declaration), ...(handlers.has(declaration) ? [handlers.get(declaration)] : []));
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(unit);
  }
  return { called: [...called].toSorted((a, b) => (a < b ? -1 : 1)), infrastructure: infrastructure.size };
};

/** Handlers by the class of the command or query in their decorator, as the bus finds them. */
const handlersOf = (program) => {
  const checker = program.getTypeChecker();
  const handlers = new Map();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue;
    for (const statement of file.statements.filter(ts.isClassDeclaration)) {
      for (const { expression } of ts.getDecorators(statement) ?? []) {
        if (!ts.isCallExpression(expression) || !/^(Command|Query)Handler$/.test(expression.expression.getText()))
          continue;
        const message = declarationOf(checker, expression.arguments[0]);
        const execute = statement.members.find((member) => member.name?.getText() === 'execute');
        if (message && execute) handlers.set(message, execute);
      }
    }
  }
  return handlers;
};

const startOf = (program, { handles, declares }) => {
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || /\.spec\.|\/testing\//.test(file.fileName)) continue;
    let declaration = null;
    const visit = (node) => {
      if (declaration) return;
      if (handles && ts.isDecorator(node) && node.getText() === `@HandlesOperation(${handles})`)
        declaration = node.parent;
      if (
        declares &&
        ts.isVariableDeclaration(node) &&
        node.name.getText() === declares &&
        ts.isSourceFile(node.parent.parent.parent)
      )
        declaration = unitOf(node);
      if (declares && ts.isFunctionDeclaration(node) && node.name?.text === declares) declaration = node;
      ts.forEachChild(node, visit);
    };
    visit(file);
    if (declaration) return declaration;
  }
  return null;
};

const print = (line = '') => process.stdout.write(`${line}\n`);

print('Files that hold what a use case calls (in brackets: request pipeline, engines, event types, components)');
const programs = new Map();
for (const useCase of USE_CASES) {
  const project = useCase.project ?? 'tsconfig.json';
  if (!programs.has(project)) programs.set(project, programOf(project));
  const program = programs.get(project);
  const start = startOf(program, useCase);
  if (!start) throw new Error(`${useCase.name}: nothing is called ${useCase.handles ?? useCase.declares}`);
  const { called, infrastructure } = reachableFiles(program, start);
  print(`  ${useCase.name.padEnd(22)} ${String(called.length).padStart(4)}  (${infrastructure})`);
  if (process.argv.includes('--files')) for (const path of called) print(`      ${path}`);
}

const files = production
  .filter((path) => existsSync(join(root, path)))
  .map((path) => {
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n');
    return { path, lines: lines.length, longest: Math.max(...lines.map(({ length }) => length)) };
  });
const sum = files.reduce((total, { lines }) => total + lines, 0);
const share = (test) => `${Math.round((100 * files.filter(test).length) / files.length)} %`;
print(`\nProduction files: ${files.length}, ${sum} lines, mean ${Math.round(sum / files.length)}`);
print(
  `  under 15 lines ${share(({ lines }) => lines < 15)}, under 30 ${share(({ lines }) => lines < 30)}, ` +
    `over 500 ${share(({ lines }) => lines > 500)}`,
);
for (const area of new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/'))))
  print(`  ${area.padEnd(22)} ${String(files.filter(({ path }) => path.startsWith(`${area}/`)).length).padStart(4)}`);

print('\nLongest files');
for (const { path, lines } of files.toSorted((left, right) => right.lines - left.lines).slice(0, 10))
  print(`  ${String(lines).padStart(5)}  ${path}`);
print('\nLongest lines');
for (const { path, longest } of files.toSorted((left, right) => right.longest - left.longest).slice(0, 10))
  print(`  ${String(longest).padStart(5)}  ${path}`);
