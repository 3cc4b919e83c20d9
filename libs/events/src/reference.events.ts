import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';
import { ExampleImage } from './catalogue.events.js';

/**
 * A kind of attachment (001 section 3). type 0 raw material, 1 any other kind; testUnitId is null for all testing
 * units.
 */
export const AccessoryType = z.object({
  id: z.string(),
  name: z.string(),
  type: z.literal([0, 1]),
  enable: z.boolean(),
  isRequire: z.boolean(),
  isDeleted: z.boolean(),
  orderNum: z.number(),
  testUnitId: z.string().nullable(),
  exampleImages: z.array(ExampleImage),
});

/**
 * isDeleted: switched off and not offered any more (002 CAT-007). Members that were added with the maintenance of lists
 * are missing in earlier lists.
 */
const DictionaryRow = z.object({
  id: z.string(),
  typecode: z.string(),
  typename: z.string(),
  orderNum: z.number(),
  memo: z.string().optional(),
  isDeleted: z.boolean().optional(),
});

/**
 * reference-<name>: dictionaries, enumerations, areas, qualifications and extra fields that every installation needs
 * (ADR-043).
 */
export const referenceEvents = {
  DictionaryListed: defineEvent(z.object({ name: z.string(), rows: z.array(DictionaryRow) })),
  QualificationsListed: defineEvent(
    z.object({
      qualifications: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          orderIndex: z.number(),
          bigCategoryIds: z.array(z.string()),
          memo: z.string().optional(),
          isDeleted: z.boolean().optional(),
        }),
      ),
    }),
  ),
  /** `version` increases with every released list; the first lists had none. */
  AreasListed: defineEvent(
    z.object({
      areas: z.array(z.object({ AreaID: z.number(), AreaName: z.string(), RootID: z.number() })),
      version: z.number().int().optional(),
    }),
  ),
  ExtraFieldsListed: defineEvent(
    z.object({
      fields: z.array(
        z.object({
          id: z.string(),
          sourcePropertyId: z.string(),
          columnIndex: z.number(),
          columnName: z.string(),
          columnValue: z.string(),
          visible: z.boolean(),
          columnType: z.string(),
          customizeType: z.number(),
          value: z.string(),
        }),
      ),
    }),
  ),
  AccessoryTypesListed: defineEvent(
    z.object({ accessoryTypes: z.array(AccessoryType), reason: z.string().optional() }),
  ),
  /** The last event of an import. Without it the next start finishes the import. */
  ImportCompleted: defineEvent(z.object({ import: z.string(), events: z.number() })),
};
export type ReferenceEvent = EventOf<typeof referenceEvents>;

/** reserved-<kind>-<HMAC>: a unique value, e.g. a user name (ADR-002). */
export const reservationEvents = {
  ValueReserved: defineEvent(z.object({ kind: z.string(), holderId: z.string() })),
  ValueReleased: defineEvent(z.object({ kind: z.string(), holderId: z.string() })),
};
export type ReservationEvent = EventOf<typeof reservationEvents>;
