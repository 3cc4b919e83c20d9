import { z } from 'zod';

/**
 * Freezes plain JSON deeply, so that readers can share it, and returns the same value. A value that is frozen already
 * is frozen deeply.
 */
export const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const member of Object.values(Object.freeze(value))) deepFreeze(member);
  return value;
};

/**
 * Converts the data of schema version n to version n + 1. Its input has an old format, for which there is no type any
 * more.
 */
// oxlint-disable-next-line typescript/no-explicit-any
type Upcaster = (data: any) => unknown;

/**
 * Declares one type of event: the schema of its newest data and the upcasters for older data. The version written with
 * each event is the number of upcasters plus one.
 */
export const defineEvent = <Schema extends z.ZodType>(schema: Schema, upcasters: Upcaster[] = []) => ({
  schema,
  upcasters,
  version: upcasters.length + 1,
});

export type EventDefinition = ReturnType<typeof defineEvent>;
export type EventCatalogue = Record<string, EventDefinition>;

export type EventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: { type: Type; data: z.infer<Catalogue[Type]['schema']> };
}[keyof Catalogue & string];

/**
 * The only conversion from stored JSON to a typed event: upcast, then validate.
 * @throws Error for a type that is not in the catalogue, ZodError for data that fits no version
 */
export const decode = <Catalogue extends EventCatalogue>(
  catalogue: Catalogue,
  stored: { type: string; data: unknown; metadata: { schemaVersion: number } },
): EventOf<Catalogue> => {
  const cached = decodedEvents.get(stored)?.get(catalogue);
  if (cached) return cached as EventOf<Catalogue>;
  const definition = catalogue[stored.type];
  if (!definition) throw new Error(`Unknown event type "${stored.type}"`);
  const data = definition.upcasters
    .slice(stored.metadata.schemaVersion - 1)
    .reduce((older, upcast) => upcast(older), stored.data);
  const event = { type: stored.type, data: definition.schema.parse(data) } as EventOf<Catalogue>;
  if (Object.isFrozen(stored)) remember(stored, catalogue, event);
  return event;
};

/** Decoded data of frozen events, which are shared by readers and never change, so each is decoded once. */
const decodedEvents = new WeakMap<object, Map<EventCatalogue, unknown>>();

const remember = (stored: object, catalogue: EventCatalogue, event: unknown): void => {
  const decodedByCatalogue = decodedEvents.get(stored) ?? new Map<EventCatalogue, unknown>();
  decodedEvents.set(stored, decodedByCatalogue.set(catalogue, deepFreeze(event)));
};

/** Roles of a person in a stream. Each (stream, slot, person) is sealed with its own key (ADR-003). */
export type PersonalSlot = 'contact' | 'ownerWitness' | 'supervisionWitness' | 'sampler' | 'self';

/** Replaces personal data whose key has been deleted. */
export const ERASED = '已删除';

/**
 * Marks a schema node as personal: the store seals its whole JSON value before hashing. The node must be an object with
 * `name` and `phone`, which identify its key.
 */
export const personal = <Schema extends z.ZodType>(schema: Schema, slot: PersonalSlot) =>
  schema.meta({ personal: slot });

export const Person = z.object({ name: z.string(), phone: z.string() });
export type Person = z.infer<typeof Person>;

/**
 * A witness: name and certificate number have at most 20 characters (000 section 3). The phone identifies the person
 * within one consignment.
 */
export const Witness = z.object({ name: z.string(), cardNo: z.string(), phone: z.string() });
export type Witness = z.infer<typeof Witness>;
