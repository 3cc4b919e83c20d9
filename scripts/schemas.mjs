// npm run schemas:check compares the schemas that lab systems build on (event types, and the operations that an access
// key may call) with their committed copy in docs/schemas/lab-systems.json. It names every change; it ends with 1 if
// one is not additive, or if an addition has not been accepted. npm run schemas:accept writes a new copy, unless a
// change is not additive. --file <path>: another copy.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from './prepare.mjs';

const { values: options } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    file: { type: 'string', default: join(root, 'docs/schemas/lab-systems.json') },
  },
});

prepare({ console: false });
const [{ operations, permissions }, { publishedSchemas }, { schemaChanges }] = await Promise.all([
  import('../dist/libs/contract/src/index.js'),
  import('../dist/libs/contract/src/lab-systems/published-schemas.js'),
  import('../dist/libs/contract/src/lab-systems/schema-changes.js'),
]);

const readAccepted = () => {
  try {
    return JSON.parse(readFileSync(options.file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
};
const schemas = publishedSchemas(operations, permissions);
/** @type {{ breaking: string[], additive: string[] }} */
const { breaking, additive } = schemaChanges(readAccepted(), schemas);
const print = (line) => process.stdout.write(`${line}\n`);
for (const change of breaking) print(`not additive  ${change}`);
for (const change of additive) print(`additive      ${change}`);

if (breaking.length > 0) {
  print(
    `\n${breaking.length} changes may break lab systems that are connected. Keep what was there, or make a new version beside it.`,
  );
  process.exit(1);
}
if (options.accept) {
  mkdirSync(dirname(options.file), { recursive: true });
  writeFileSync(options.file, `${JSON.stringify(schemas, null, 2)}\n`);
  print(`${additive.length} additions accepted, ${Object.keys(schemas).length} schemas in ${options.file}`);
} else if (additive.length > 0) {
  print(`\n${additive.length} additions are not in ${options.file} yet: npm run schemas:accept`);
  process.exit(1);
} else print(`${Object.keys(schemas).length} schemas, unchanged`);
