import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ERASED, type EventCatalogue, type PersonalSlot } from '#events';
import type { Vault } from '../vault/vault.js';

/** Where the personal nodes of a schema are. */
export type PersonalNodes =
  | { kind: 'person'; slot: PersonalSlot }
  | { kind: 'members'; members: [name: string, nodes: PersonalNodes][] }
  | { kind: 'entries'; entry: PersonalNodes }
  | { kind: 'alternatives'; alternatives: { schema: z.core.$ZodType; nodes: PersonalNodes | null }[] };

/** A personal value. Its members are texts, because only texts can be replaced by the text for erased data. */
export type PersonalValue = Record<string, string>;

/**
 * Finds the nodes that `personal(schema, slot)` marks; null if there is none.
 * @throws Error for a kind of schema that it does not know, so that no personal node is missed
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
  const members = shape.flatMap(([name, schema]): [string, PersonalNodes][] => {
    const nodes = personalNodesOf(schema);
    return nodes ? [[name, nodes]] : [];
  });
  return members.length > 0 ? { kind: 'members', members } : null;
};

const entriesOf = (schema: z.core.$ZodType): PersonalNodes | null => {
  const entry = personalNodesOf(schema);
  return entry && { kind: 'entries', entry };
};

const alternativesOf = (options: readonly z.core.$ZodType[]): PersonalNodes | null => {
  const alternatives = options.map((schema) => ({ schema, nodes: personalNodesOf(schema) }));
  return alternatives.some(({ nodes }) => nodes !== null) ? { kind: 'alternatives', alternatives } : null;
};

/**
 * A copy of `value` with each personal value replaced. Missing nodes, null and persons whose texts are all empty stay
 * unchanged.
 */
export const replacePersons = (
  nodes: PersonalNodes,
  value: unknown,
  replace: (slot: PersonalSlot, person: PersonalValue) => unknown,
): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  switch (nodes.kind) {
    case 'person': {
      const person = requireTexts(nodes.slot, value);
      return Object.values(person).some((text) => text !== '') ? replace(nodes.slot, person) : value;
    }
    case 'members': {
      const copy: Record<string, unknown> = { ...value };
      for (const [name, member] of nodes.members)
        if (name in copy) copy[name] = replacePersons(member, copy[name], replace);
      return copy;
    }
    case 'entries':
      if (Array.isArray(value)) return value.map((entry) => replacePersons(nodes.entry, entry, replace));
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [name, replacePersons(nodes.entry, entry, replace)]),
      );
    case 'alternatives': {
      const match = nodes.alternatives.find(({ schema }) => z.safeParse(schema, value).success);
      if (!match) throw new TypeError('Personal data in a value that fits none of its schemas');
      return match.nodes ? replacePersons(match.nodes, value, replace) : value;
    }
  }
};

const requireTexts = (slot: PersonalSlot, value: object): PersonalValue => {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (!members.every((member): member is [string, string] => typeof member[1] === 'string')) {
    throw new TypeError(`Personal data (${slot}) is text only: only text can read as erased`);
  }
  return Object.fromEntries(members);
};

/**
 * Replaces a personal value in the log: `<key index>.<iv>.<ciphertext>.<tag>`, and the names of its members in plain
 * text.
 */
type SealedValue = { $sealed: string; $members: string[] };

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

const isSealed = (value: object): value is SealedValue => '$sealed' in value && '$members' in value;

/**
 * A key index contains no dot. It is copied, because a slice would keep the whole sealed text in memory as long as the
 * index.
 */
const keyIndexOf = ({ $sealed: text }: SealedValue): string => Buffer.from(text.slice(0, text.indexOf('.'))).toString();

/** Data of an event as stored in the log, and the indexes of the keys that its persons are sealed with. */
export type SealedData = { value: unknown; keyIndexes: string[] };

/** @throws SyntaxError for what is not JSON */
export const parseSealed = (text: string): SealedData => {
  const value = JSON.parse(text) as unknown;
  return text.includes('"$sealed"') ? toSealedData(value) : { value, keyIndexes: NONE };
};

export const toSealedData = (value: unknown): SealedData => {
  const keyIndexes: string[] = [];
  collectKeyIndexes(value, keyIndexes);
  return { value, keyIndexes: keyIndexes.length === 0 ? NONE : keyIndexes };
};

const NONE: string[] = [];

const collectKeyIndexes = (value: unknown, keyIndexes: string[]): void => {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) collectKeyIndexes(entry, keyIndexes);
  } else if (isSealed(value)) {
    keyIndexes.push(keyIndexOf(value));
  } else {
    for (const name in value) collectKeyIndexes((value as Record<string, unknown>)[name], keyIndexes);
  }
};

/**
 * Seals a value with AES-256-GCM. The iv is derived from key, event and content and not random, so that the same event
 * results in the same bytes (a repeated append must be recognised). Different contents never have the same iv.
 */
const seal = (value: Record<string, string>, index: string, key: Uint8Array, eventId: string): SealedValue => {
  const plaintext = JSON.stringify(value);
  const iv = createHmac('sha256', key).update(`${eventId}\n${plaintext}`).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return { $sealed: [index, ...parts].join('.'), $members: Object.keys(value) };
};

/**
 * The original value; null if it was sealed with another key: a person who is entered again after an erasure has a new
 * one.
 */
const unseal = (sealed: SealedValue, key: Uint8Array): Record<string, string> | null => {
  const [, iv = '', ciphertext = '', tag = ''] = sealed.$sealed.split('.');
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const plaintext = Buffer.concat([decipher.update(ciphertext, 'base64url'), decipher.final()]);
    return JSON.parse(plaintext.toString('utf8')) as Record<string, string>;
  } catch {
    return null;
  }
};

const erasedValue = (sealed: SealedValue): Record<string, string> =>
  Object.fromEntries(sealed.$members.map((name) => [name, ERASED]));

/** Keys of sealed persons, by key index. */
export type SealingKeys = Map<string, Uint8Array>;

type UnsealedEvent = { id: string; type: string; data: unknown };

/** Seals personal values before they are written to the log and opens them when they are read (ADR-003). */
export class PersonalData {
  private readonly nodesByType = new Map<string, PersonalNodes | null>();
  private indexSecret: Promise<string> | null = null;

  constructor(
    private readonly vault: Vault,
    catalogue: EventCatalogue,
  ) {
    for (const [type, { schema }] of Object.entries(catalogue)) this.nodesByType.set(type, personalNodesOf(schema));
  }

  /**
   * Seals all personal nodes of new events of a stream. Returns the events and the keys they are sealed with.
   * @throws Error for a type that is not in the catalogue, because its personal nodes are not known
   */
  async seal<Event extends UnsealedEvent>(
    stream: string,
    events: Event[],
  ): Promise<{ sealedEvents: Event[]; keys: SealingKeys }> {
    const nodes = events.map(({ type }) => this.nodesOf(type));
    if (nodes.every((personalNodes) => personalNodes === null)) return { sealedEvents: events, keys: new Map() };
    const secret = await this.secret();
    const indexes = new Set<string>();
    events.forEach(
      ({ data }, i) =>
        nodes[i] &&
        replacePersons(nodes[i], data, (slot, person) => indexes.add(computeKeyIndex(secret, stream, slot, person))),
    );
    // The keys are not cached: a person who is sealed with a key that was deleted meanwhile would be lost.
    const keys = new Map(
      await Promise.all(Array.from(indexes, async (index) => [index, await this.vault.sealingKey(index)] as const)),
    );
    const sealedEvents = events.map((event, i) => {
      if (!nodes[i]) return event;
      const data = replacePersons(nodes[i], event.data, (slot, person) => {
        const index = computeKeyIndex(secret, stream, slot, person);
        return seal(person, index, keys.get(index) ?? throwMissingKey(index), event.id);
      });
      return { ...event, data };
    });
    return { sealedEvents, keys };
  }

  /** The existing keys for these indexes. One call of the vault; none without indexes. */
  async keysOf(indexes: Iterable<string>): Promise<SealingKeys> {
    const distinctIndexes = [...new Set(indexes)];
    return distinctIndexes.length === 0 ? new Map() : this.vault.sealingKeys(distinctIndexes);
  }

  /**
   * Data with personal values opened, or marked as erased if their key is missing. Data without personal values is
   * returned as it is.
   */
  open({ value, keyIndexes }: SealedData, keys: SealingKeys): unknown {
    return keyIndexes.length === 0 ? value : mapSealed(value, (sealed) => open(sealed, keys) ?? erasedValue(sealed));
  }

  /** Deletes the keys of the persons in these stored events that `matches` selects. Returns their number. */
  async erase(
    sealedData: SealedData[],
    matches: (slot: PersonalSlot, person: PersonalValue) => boolean,
  ): Promise<number> {
    const keys = await this.keysOf(sealedData.flatMap(({ keyIndexes }) => keyIndexes));
    const erasedIndexes = new Set<string>();
    for (const { value } of sealedData) {
      mapSealed(value, (sealed) => {
        const person = open(sealed, keys);
        if (person && matches(slotOf(keyIndexOf(sealed)), person)) erasedIndexes.add(keyIndexOf(sealed));
        return sealed;
      });
    }
    return erasedIndexes.size === 0 ? 0 : this.vault.deleteSealingKeys([...erasedIndexes]);
  }

  private nodesOf(type: string): PersonalNodes | null {
    const nodes = this.nodesByType.get(type);
    if (nodes === undefined) throw new Error(`Unknown event type "${type}"`);
    return nodes;
  }

  private secret(): Promise<string> {
    this.indexSecret ??= this.vault
      .secret('personal-index', () => randomBytes(32).toString('base64url'))
      .catch((error: unknown) => {
        this.indexSecret = null;
        throw error;
      });
    return this.indexSecret;
  }
}

/**
 * A person is identified by phone number, or by name if there is none. The index is a keyed hash, because phone numbers
 * could be guessed one by one.
 */
const computeKeyIndex = (secret: string, stream: string, slot: PersonalSlot, person: PersonalValue): string => {
  const identity = person.phone?.trim() || person.name?.trim() || '';
  return `${slot}-${createHmac('sha256', secret).update([stream, slot, identity].join('\n')).digest('base64url')}`;
};

const slotOf = (index: string): PersonalSlot => index.slice(0, index.indexOf('-')) as PersonalSlot;

const throwMissingKey = (index: string): never => {
  throw new Error(`The vault gave no key for ${index}`);
};

const open = (sealed: SealedValue, keys: SealingKeys): PersonalValue | null => {
  const key = keys.get(keyIndexOf(sealed));
  return key ? unseal(sealed, key) : null;
};

/**
 * Replaces each sealed value in parsed JSON. Sealed values are recognised by their form and not by the schema, which
 * may have changed since. Only objects that contain sealed values are copied.
 */
const mapSealed = (value: unknown, replace: (sealed: SealedValue) => unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value) && isSealed(value)) return replace(value);
  let copy: Record<string, unknown> | null = null;
  for (const [name, member] of Object.entries(value as Record<string, unknown>)) {
    const replacement = mapSealed(member, replace);
    if (replacement === member) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    copy[name] = replacement;
  }
  return copy ?? value;
};
