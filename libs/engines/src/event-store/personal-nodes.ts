import type { PersonalSlot } from '#events';
import { z } from 'zod';

/** Where the personal nodes of a schema lie. */
export type PersonalNodes =
  | { kind: 'person'; slot: PersonalSlot }
  | { kind: 'members'; of: [name: string, nodes: PersonalNodes][] }
  | { kind: 'entries'; of: PersonalNodes }
  | { kind: 'alternatives'; of: { schema: z.core.$ZodType; nodes: PersonalNodes | null }[] };

/** A personal value: text only, for only text can read as erased. */
export type PersonalValue = Record<string, string>;

/**
 * Finds the nodes marked by `personal(schema, slot)`; null when there is none.
 * @throws Error for a kind of schema it cannot look into, so that no personal node is overlooked.
 */
export const personalNodesOf = (schema: z.core.$ZodType): PersonalNodes | null => {
  const slot = z.globalRegistry.get(schema)?.personal;
  if (slot !== undefined) return { kind: 'person', slot: slot as PersonalSlot };
  if (schema instanceof z.ZodObject) return membersOf(Object.entries(schema.shape));
  if (schema instanceof z.ZodArray) return entriesOf(schema.element);
  if (schema instanceof z.ZodRecord) return entriesOf(schema.valueType);
  if (schema instanceof z.ZodUnion) return alternativesOf(schema.options);
  if (isWrapper(schema)) return personalNodesOf(schema.def.innerType);
  if (LEAVES.has(schema._zod.def.type)) return null;
  throw new Error(`Personal data cannot be looked for in a schema of type "${schema._zod.def.type}"`);
};

const LEAVES = new Set<string>([
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'null',
  'undefined',
  'template_literal',
  'unknown',
  'any',
  'never',
]);

const isWrapper = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodReadonly;

const membersOf = (shape: [string, z.core.$ZodType][]): PersonalNodes | null => {
  const of = shape.flatMap(([name, schema]): [string, PersonalNodes][] => {
    const nodes = personalNodesOf(schema);
    return nodes ? [[name, nodes]] : [];
  });
  return of.length > 0 ? { kind: 'members', of } : null;
};

const entriesOf = (schema: z.core.$ZodType): PersonalNodes | null => {
  const of = personalNodesOf(schema);
  return of && { kind: 'entries', of };
};

const alternativesOf = (options: readonly z.core.$ZodType[]): PersonalNodes | null => {
  const of = options.map((schema) => ({ schema, nodes: personalNodesOf(schema) }));
  return of.some(({ nodes }) => nodes !== null) ? { kind: 'alternatives', of } : null;
};

/** A copy of `value` with each personal value replaced. Absent and null nodes stay; so does a person with nothing typed. */
export const replacePersons = (
  nodes: PersonalNodes,
  value: unknown,
  replace: (slot: PersonalSlot, person: PersonalValue) => unknown,
): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  switch (nodes.kind) {
    case 'person': {
      const person = textOnly(nodes.slot, value);
      return Object.values(person).some((text) => text !== '') ? replace(nodes.slot, person) : value;
    }
    case 'members': {
      const copy: Record<string, unknown> = { ...value };
      for (const [name, member] of nodes.of) if (name in copy) copy[name] = replacePersons(member, copy[name], replace);
      return copy;
    }
    case 'entries':
      if (Array.isArray(value)) return value.map((entry) => replacePersons(nodes.of, entry, replace));
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [name, replacePersons(nodes.of, entry, replace)]),
      );
    case 'alternatives': {
      const chosen = nodes.of.find(({ schema }) => z.safeParse(schema, value).success);
      if (!chosen) throw new TypeError('Personal data in a value that fits none of its schemas');
      return chosen.nodes ? replacePersons(chosen.nodes, value, replace) : value;
    }
  }
};

const textOnly = (slot: PersonalSlot, value: object): PersonalValue => {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (!members.every((member): member is [string, string] => typeof member[1] === 'string')) {
    throw new TypeError(`Personal data (${slot}) is text only: only text can read as erased`);
  }
  return Object.fromEntries(members);
};
