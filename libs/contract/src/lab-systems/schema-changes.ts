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
type Context = {
  at: string;
  side: Side;
  roots: [JsonSchema, JsonSchema];
  changes: SchemaChanges;
  visitedReferences: Set<string>;
};

/**
 * Compares the published schemas with an earlier version. Additive are new schemas, new optional members of requests,
 * new members and values of results, and requests that accept more than before. All other changes are breaking.
 */
export const schemaChanges = (before: PublishedSchemas, after: PublishedSchemas): SchemaChanges => {
  const changes: SchemaChanges = { breaking: [], additive: [] };
  for (const [name, schema] of Object.entries(before)) {
    const newSchema = after[name];
    if (newSchema === undefined) {
      changes.breaking.push(`${name}: removed`);
      continue;
    }
    const side = / (query|body)$/.test(name) ? 'request' : 'result';
    compare(schema, newSchema, { at: name, side, roots: [schema, newSchema], changes, visitedReferences: new Set() });
  }
  for (const name of Object.keys(after)) if (!(name in before)) changes.additive.push(`${name}: new`);
  return changes;
};

const compare = (before: JsonSchema, after: JsonSchema, context: Context): void => {
  const references = `${String(before['$ref'])} ${String(after['$ref'])}`;
  if (before['$ref'] !== undefined || after['$ref'] !== undefined) {
    if (context.visitedReferences.has(references)) return;
    const visitedReferences = new Set([...context.visitedReferences, references]);
    const [oldSchema, newSchema] = [
      resolveReference(before, context.roots[0]),
      resolveReference(after, context.roots[1]),
    ];
    return compare(oldSchema, newSchema, { ...context, visitedReferences });
  }
  const [oldAlternatives, newAlternatives] = [alternativesOf(before), alternativesOf(after)];
  if (oldAlternatives.length > 1 || newAlternatives.length > 1)
    return compareAlternatives(oldAlternatives, newAlternatives, context);
  if (compareTypes(before, after, context)) return;
  compareValues(before, after, context);
  compareBounds(before, after, context);
  compareMembers(before, after, context);
  const [oldItems, newItems] = [before['items'], after['items']];
  if (isSchema(oldItems) && isSchema(newItems)) compare(oldItems, newItems, { ...context, at: `${context.at}[]` });
};

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const resolveReference = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  let node: unknown = root;
  for (const step of reference.split('/').slice(1)) node = isSchema(node) ? node[step] : undefined;
  return isSchema(node) ? node : {};
};

/** The schemas of an anyOf or oneOf; a list of types counts as one schema for each type. */
const alternativesOf = (schema: JsonSchema): JsonSchema[] => {
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) return (alternatives as JsonSchema[]).flatMap(alternativesOf);
  const { type } = schema;
  return Array.isArray(type) ? type.map((typeName: unknown) => ({ ...schema, type: typeName })) : [schema];
};

/** A request must still accept every earlier alternative. A result must not have a new one. */
const compareAlternatives = (oldAlternatives: JsonSchema[], newAlternatives: JsonSchema[], context: Context): void => {
  const isCompatible = (oldAlternative: JsonSchema, newAlternative: JsonSchema): boolean => {
    const trialChanges: SchemaChanges = { breaking: [], additive: [] };
    compare(oldAlternative, newAlternative, { ...context, changes: trialChanges });
    return trialChanges.breaking.length === 0;
  };
  for (const oldAlternative of oldAlternatives)
    if (!newAlternatives.some((newAlternative) => isCompatible(oldAlternative, newAlternative)))
      context.changes.breaking.push(`${context.at}: is ${nameOf(oldAlternative)} no longer as before`);
  for (const newAlternative of newAlternatives) {
    if (oldAlternatives.some((oldAlternative) => isCompatible(oldAlternative, newAlternative))) continue;
    const change = `${context.at}: may be ${nameOf(newAlternative)} now`;
    (context.side === 'request' ? context.changes.additive : context.changes.breaking).push(change);
  }
};

const typeOf = ({ type }: JsonSchema): string => (typeof type === 'string' ? type : 'any');

const nameOf = (schema: JsonSchema): string =>
  typeof schema['type'] === 'string' ? schema['type'] : (valuesOf(schema)?.join(', ') ?? 'any');

/** Whether the type changed, so that the rest cannot be compared. A reader of numbers accepts integers. */
const compareTypes = (before: JsonSchema, after: JsonSchema, { at, side, changes }: Context): boolean => {
  const [oldType, newType] = [typeOf(before), typeOf(after)];
  if (oldType === newType) return false;
  const isWider = side === 'request' && (newType === 'any' || (oldType === 'integer' && newType === 'number'));
  const isNarrower = side === 'result' && oldType === 'number' && newType === 'integer';
  const change = `${at}: was ${oldType}, is ${newType}`;
  (isWider || isNarrower ? changes.additive : changes.breaking).push(change);
  return true;
};

const valuesOf = (schema: JsonSchema): unknown[] | null => {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : null;
};

const compareValues = (before: JsonSchema, after: JsonSchema, { at, side, changes }: Context): void => {
  const [oldValues, newValues] = [valuesOf(before), valuesOf(after)];
  if (oldValues === null && newValues === null) return;
  if (oldValues === null) {
    const change = `${at}: takes only ${newValues?.join(', ') ?? ''} now`;
    (side === 'request' ? changes.breaking : changes.additive).push(change);
    return;
  }
  if (newValues === null) {
    const change = `${at}: is no longer limited to ${oldValues.join(', ')}`;
    (side === 'request' ? changes.additive : changes.breaking).push(change);
    return;
  }
  for (const value of oldValues)
    if (!newValues.includes(value)) changes.breaking.push(`${at}: value ${String(value)} removed`);
  for (const value of newValues)
    if (!oldValues.includes(value)) changes.additive.push(`${at}: value ${String(value)} new`);
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
  const compareBound = (bound: string, isTighter: (previous: number, current: number) => boolean): void => {
    const [oldBound, newBound] = [boundOf(before, bound), boundOf(after, bound)];
    if (oldBound === newBound) return;
    const isBreaking = newBound !== null && (oldBound === null || isTighter(oldBound, newBound));
    const change = `${at}: ${bound} was ${oldBound ?? 'none'}, is ${newBound ?? 'none'}`;
    (isBreaking ? changes.breaking : changes.additive).push(change);
  };
  for (const bound of LOWER_BOUNDS) compareBound(bound, (previous, current) => current > previous);
  for (const bound of UPPER_BOUNDS) compareBound(bound, (previous, current) => current < previous);
  for (const rule of ['pattern', 'format']) {
    const [oldRule, newRule] = [before[rule], after[rule]];
    if (oldRule === newRule) continue;
    (newRule === undefined ? changes.additive : changes.breaking).push(`${at}: ${rule} changed`);
  }
};

const membersOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  (schema['properties'] ?? {}) as Record<string, JsonSchema>;
const requiredOf = (schema: JsonSchema): string[] => (schema['required'] ?? []) as string[];

const compareMembers = (before: JsonSchema, after: JsonSchema, context: Context): void => {
  const { at, side, changes } = context;
  const [oldMembers, newMembers] = [membersOf(before), membersOf(after)];
  for (const [name, oldMember] of Object.entries(oldMembers)) {
    const member = `${at}.${name}`;
    const newMember = newMembers[name];
    if (newMember === undefined) {
      changes.breaking.push(`${member}: removed`);
      continue;
    }
    const [wasRequired, isRequired] = [requiredOf(before).includes(name), requiredOf(after).includes(name)];
    if (wasRequired !== isRequired) {
      const isBreaking = side === 'request' ? isRequired : wasRequired;
      const change = `${member}: ${isRequired ? 'is required now' : 'may be absent now'}`;
      (isBreaking ? changes.breaking : changes.additive).push(change);
    }
    compare(oldMember, newMember, { ...context, at: member });
  }
  for (const name of Object.keys(newMembers)) {
    if (name in oldMembers) continue;
    const isBreaking = side === 'request' && requiredOf(after).includes(name);
    if (isBreaking) changes.breaking.push(`${at}.${name}: new and required`);
    else changes.additive.push(`${at}.${name}: new`);
  }
  const [oldAdditional, newAdditional] = [before['additionalProperties'], after['additionalProperties']];
  if (isSchema(oldAdditional) && isSchema(newAdditional))
    compare(oldAdditional, newAdditional, { ...context, at: `${at}.*` });
};
