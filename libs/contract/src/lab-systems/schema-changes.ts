import type { JsonSchema, PublishedSchemas } from './published-schemas.js';

/** Differences between two versions of the published schemas, as sentences that name schema and member. */
export type SchemaChanges = {
  /** Changes that can break a program written for the earlier version. */
  breaking: string[];
  /** New schemas, members and values. */
  additive: string[];
};

/**
 * The integrator's program sends requests and reads results, so a change that is additive for one can break the other.
 */
type Side = 'request' | 'result';
type Context = { at: string; side: Side; roots: [JsonSchema, JsonSchema]; changes: SchemaChanges; seen: Set<string> };

/**
 * Compares the published schemas with an earlier version. Additive are new schemas, new optional members of requests,
 * new members and values of results, and requests that accept more than before. All other changes are breaking.
 */
export const schemaChanges = (before: PublishedSchemas, after: PublishedSchemas): SchemaChanges => {
  const changes: SchemaChanges = { breaking: [], additive: [] };
  for (const [name, schema] of Object.entries(before)) {
    const now = after[name];
    if (now === undefined) {
      changes.breaking.push(`${name}: removed`);
      continue;
    }
    const side = / (query|body)$/.test(name) ? 'request' : 'result';
    compare(schema, now, { at: name, side, roots: [schema, now], changes, seen: new Set() });
  }
  for (const name of Object.keys(after)) if (!(name in before)) changes.additive.push(`${name}: new`);
  return changes;
};

const compare = (before: JsonSchema, after: JsonSchema, context: Context): void => {
  const references = `${String(before['$ref'])} ${String(after['$ref'])}`;
  if (before['$ref'] !== undefined || after['$ref'] !== undefined) {
    if (context.seen.has(references)) return;
    const seen = new Set([...context.seen, references]);
    const [old, now] = [resolved(before, context.roots[0]), resolved(after, context.roots[1])];
    return compare(old, now, { ...context, seen });
  }
  const [olds, news] = [alternativesOf(before), alternativesOf(after)];
  if (olds.length > 1 || news.length > 1) return compareAlternatives(olds, news, context);
  if (compareTypes(before, after, context)) return;
  compareValues(before, after, context);
  compareBounds(before, after, context);
  compareMembers(before, after, context);
  const [items, itemsNow] = [before['items'], after['items']];
  if (isSchema(items) && isSchema(itemsNow)) compare(items, itemsNow, { ...context, at: `${context.at}[]` });
};

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const resolved = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  let found: unknown = root;
  for (const step of reference.split('/').slice(1)) found = isSchema(found) ? found[step] : undefined;
  return isSchema(found) ? found : {};
};

/** The schemas of an anyOf or oneOf; a list of types counts as one schema for each type. */
const alternativesOf = (schema: JsonSchema): JsonSchema[] => {
  const listed = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(listed)) return (listed as JsonSchema[]).flatMap(alternativesOf);
  const { type } = schema;
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...schema, type: one })) : [schema];
};

/** A request must still accept every earlier alternative. A result must not have a new one. */
const compareAlternatives = (olds: JsonSchema[], news: JsonSchema[], context: Context): void => {
  const fits = (old: JsonSchema, now: JsonSchema): boolean => {
    const tried: SchemaChanges = { breaking: [], additive: [] };
    compare(old, now, { ...context, changes: tried });
    return tried.breaking.length === 0;
  };
  for (const old of olds)
    if (!news.some((now) => fits(old, now)))
      context.changes.breaking.push(`${context.at}: is ${nameOf(old)} no longer as before`);
  for (const now of news) {
    if (olds.some((old) => fits(old, now))) continue;
    const change = `${context.at}: may be ${nameOf(now)} now`;
    (context.side === 'request' ? context.changes.additive : context.changes.breaking).push(change);
  }
};

const typeOf = ({ type }: JsonSchema): string => (typeof type === 'string' ? type : 'any');

const nameOf = (schema: JsonSchema): string =>
  typeof schema['type'] === 'string' ? schema['type'] : (valuesOf(schema)?.join(', ') ?? 'any');

/** Whether the type changed, so that the rest cannot be compared. A reader of numbers accepts integers. */
const compareTypes = (before: JsonSchema, after: JsonSchema, { at, side, changes }: Context): boolean => {
  const [old, now] = [typeOf(before), typeOf(after)];
  if (old === now) return false;
  const isWider = side === 'request' && (now === 'any' || (old === 'integer' && now === 'number'));
  const isNarrower = side === 'result' && old === 'number' && now === 'integer';
  const change = `${at}: was ${old}, is ${now}`;
  (isWider || isNarrower ? changes.additive : changes.breaking).push(change);
  return true;
};

const valuesOf = (schema: JsonSchema): unknown[] | null => {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : null;
};

const compareValues = (before: JsonSchema, after: JsonSchema, { at, side, changes }: Context): void => {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old === null && now === null) return;
  if (old === null) {
    const change = `${at}: takes only ${now?.join(', ') ?? ''} now`;
    (side === 'request' ? changes.breaking : changes.additive).push(change);
    return;
  }
  if (now === null) {
    const change = `${at}: is no longer limited to ${old.join(', ')}`;
    (side === 'request' ? changes.additive : changes.breaking).push(change);
    return;
  }
  for (const value of old) if (!now.includes(value)) changes.breaking.push(`${at}: value ${String(value)} removed`);
  for (const value of now) if (!old.includes(value)) changes.additive.push(`${at}: value ${String(value)} new`);
};

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** The limits of JavaScript's numbers, which zod adds to every integer. */
const isLimitOfNumbers = (bound: number): boolean => Math.abs(bound) === Number.MAX_SAFE_INTEGER;

/** Bounds and patterns restrict requests only. They are not a promise about results. */
const compareBounds = (before: JsonSchema, after: JsonSchema, { at, side, changes }: Context): void => {
  if (side === 'result') return;
  const boundOf = (schema: JsonSchema, bound: string): number | null => {
    const value = schema[bound];
    return typeof value === 'number' && !isLimitOfNumbers(value) ? value : null;
  };
  const note = (bound: string, isTighter: (old: number, now: number) => boolean): void => {
    const [old, now] = [boundOf(before, bound), boundOf(after, bound)];
    if (old === now) return;
    const tighter = now !== null && (old === null || isTighter(old, now));
    const change = `${at}: ${bound} was ${old ?? 'none'}, is ${now ?? 'none'}`;
    (tighter ? changes.breaking : changes.additive).push(change);
  };
  for (const bound of LOWER_BOUNDS) note(bound, (old, now) => now > old);
  for (const bound of UPPER_BOUNDS) note(bound, (old, now) => now < old);
  for (const rule of ['pattern', 'format']) {
    const [old, now] = [before[rule], after[rule]];
    if (old === now) continue;
    (now === undefined ? changes.additive : changes.breaking).push(`${at}: ${rule} changed`);
  }
};

const membersOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  (schema['properties'] ?? {}) as Record<string, JsonSchema>;
const requiredOf = (schema: JsonSchema): string[] => (schema['required'] ?? []) as string[];

const compareMembers = (before: JsonSchema, after: JsonSchema, context: Context): void => {
  const { at, side, changes } = context;
  const [olds, news] = [membersOf(before), membersOf(after)];
  for (const [name, old] of Object.entries(olds)) {
    const member = `${at}.${name}`;
    const now = news[name];
    if (now === undefined) {
      changes.breaking.push(`${member}: removed`);
      continue;
    }
    const [was, is] = [requiredOf(before).includes(name), requiredOf(after).includes(name)];
    if (was !== is) {
      const isBreaking = side === 'request' ? is : was;
      const change = `${member}: ${is ? 'is required now' : 'may be absent now'}`;
      (isBreaking ? changes.breaking : changes.additive).push(change);
    }
    compare(old, now, { ...context, at: member });
  }
  for (const name of Object.keys(news)) {
    if (name in olds) continue;
    const isBreaking = side === 'request' && requiredOf(after).includes(name);
    if (isBreaking) changes.breaking.push(`${at}.${name}: new and required`);
    else changes.additive.push(`${at}.${name}: new`);
  }
  const [rest, restNow] = [before['additionalProperties'], after['additionalProperties']];
  if (isSchema(rest) && isSchema(restNow)) compare(rest, restNow, { ...context, at: `${at}.*` });
};
