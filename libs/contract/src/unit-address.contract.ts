import { z } from 'zod';
import { line, phone } from './texts.js';

/**
 * An address of a unit with its nine members (002 UN-013). `addressText` is the area, `addressDetail` the street;
 * addressPoint is "longitude,latitude" or empty.
 */
export const UnitAddressEntity = z.object({
  id: z.string(),
  person: z.string(),
  personSex: z.string(),
  personPhone: z.string(),
  addressPoint: z.string(),
  addressText: z.string(),
  addressDetail: z.string(),
  tagTitle: z.string(),
  isMain: z.boolean(),
});
export type UnitAddressEntity = z.infer<typeof UnitAddressEntity>;

const text = line(1000).default('');
/**
 * An address as input; without an id it is new. Missing and too long values are reported by the rules of libs/domain.
 */
export const AddressInput = z.object({
  id: line(40).optional(),
  person: text,
  personSex: text,
  personPhone: phone(1000).default(''),
  addressPoint: text,
  addressText: text,
  addressDetail: text,
  tagTitle: text,
  isMain: z.boolean().default(false),
});
export type AddressInput = z.output<typeof AddressInput>;

/** Creation and last change of a record. Users are given by id. */
export const auditFields = {
  isDeleted: z.boolean(),
  creationTime: z.string(),
  creatorUserId: z.string(),
  lastModificationTime: z.string(),
  lastModifierUserId: z.string(),
};
