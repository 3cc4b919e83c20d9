import { z } from 'zod';

/** Roles a person plays in a stream. Each (stream, slot, person) is sealed with a key of its own (ADR-003). */
export type PersonalSlot = 'contact' | 'ownerWitness' | 'supervisionWitness' | 'sampler' | 'self';

/** What readers see where a person's key has been deleted. */
export const ERASED = '已删除';

/**
 * Marks a schema node as personal: the store seals its whole JSON value before hashing.
 * The node must be an object with `name` and `phone`, by which its key is found.
 */
export const personal = <Schema extends z.ZodType>(schema: Schema, slot: PersonalSlot) =>
  schema.meta({ personal: slot });

export const Person = z.object({ name: z.string(), phone: z.string() });
export type Person = z.infer<typeof Person>;

/** A witness: name and certificate number have at most 20 characters (000 section 3). The phone identifies the person within one consignment. */
export const Witness = z.object({ name: z.string(), cardNo: z.string(), phone: z.string() });
export type Witness = z.infer<typeof Witness>;
