import { z } from 'zod';
import { defineEvent, type EventOf, Person, personal } from './define-event.js';

/** 1 a testing unit (laboratory), 2 a consigning unit (client). */
export const UnitType = z.literal([1, 2]);
export type UnitType = z.infer<typeof UnitType>;
export const UNIT_TYPE = { laboratory: 1, client: 2 } as const satisfies Record<string, UnitType>;

/**
 * The contact at an address. `sex` was added later; earlier records do not have it. Without a name and a number there
 * is no contact.
 */
const AddressContact = personal(Person.extend({ sex: z.string().optional() }), 'contact');

/**
 * The point on the map was added later; earlier records have none. In calls the contact is flat: person, personSex,
 * personPhone (002 UN-013).
 */
export const UnitAddress = z.object({
  id: z.string(),
  addressPoint: z.string().optional(),
  addressText: z.string(),
  addressDetail: z.string(),
  tagTitle: z.string(),
  contact: AddressContact,
  isMain: z.boolean(),
});
export type UnitAddress = z.infer<typeof UnitAddress>;

/**
 * A qualification of a testing unit. `id` is the entry of the unit, `sysQualificationId` the qualification of the
 * catalogue; without createTime the unit had it at its registration.
 */
export const UnitQualification = z.object({
  id: z.string(),
  name: z.string(),
  sysQualificationId: z.string(),
  orderIndex: z.number(),
  createTime: z.string().optional(),
});
export type UnitQualification = z.infer<typeof UnitQualification>;

export const TestingUnit = z.object({
  unitNo: z.string(),
  testUnitName: z.string(),
  shortName: z.string(),
  /** The phone number for questions, `contactPhone` in calls; it has no name. */
  contact: personal(Person, 'contact'),
  sheng: z.string(),
  shi: z.string(),
  regAddress: z.string(),
  /** The spelling is that of the specification (002 UN-004). */
  jtsyjcAddress: z.string().optional(),
  inroduce: z.string(),
  regTime: z.string(),
  logoPath: z.string(),
  isActive: z.boolean(),
  qualifications: z.array(UnitQualification),
  addresses: z.array(UnitAddress),
  bigCategoryIds: z.array(z.string()),
  reportCount: z.number().int(),
  lmisType: z.number(),
  lmisurl: z.string(),
  lmisIntegratedCode: z.string(),
  iLISReportProgressQueryURL: z.string(),
  /** Web origins at which logo and name of this unit are shown. */
  origins: z.array(z.string()),
  /** Web origins of systems of the laboratory that may embed the pre-consignment pages (ADR-014). */
  embedOrigins: z.array(z.string()).optional(),
  /** The `origins` that show the customer-service widget; none if it is missing. */
  serviceOrigins: z.array(z.string()).optional(),
  systemName: z.string(),
  filingNumber: z.string(),
});
export type TestingUnit = z.infer<typeof TestingUnit>;

export const ConsigningUnit = z.object({
  unitNo: z.string(),
  name: z.string(),
  uninCode: z.string(),
  regTime: z.string(),
  sheng: z.string(),
  shi: z.string(),
  detailAddress: z.string(),
  description: z.string(),
  logoPath: z.string(),
  /** 1 open, 0 switched off. */
  status: z.number(),
  addresses: z.array(UnitAddress),
  /** The person who registered the unit: regPerson and regPhone (002 UN-011). */
  registrant: personal(Person, 'contact').optional(),
});
export type ConsigningUnit = z.infer<typeof ConsigningUnit>;

/** The data of a change: the whole unit, except whether it is active, which has its own events. */
export const TestingUnitProfile = TestingUnit.omit({ isActive: true });
export type TestingUnitProfile = z.infer<typeof TestingUnitProfile>;
export const ConsigningUnitProfile = ConsigningUnit.omit({ status: true });
export type ConsigningUnitProfile = z.infer<typeof ConsigningUnitProfile>;

/** Before version 2 the persons of a unit were stored in plain text. They stay readable; later events seal them. */
type PlainTextContacts = {
  contactPhone?: string;
  addresses: { person: string; personPhone: string; personSex?: string }[];
};
const upcastContacts = ({ unit: { contactPhone, addresses, ...unit } }: { unit: PlainTextContacts }) => ({
  unit: {
    ...unit,
    ...(contactPhone === undefined ? {} : { contact: { name: '', phone: contactPhone } }),
    addresses: addresses.map(({ person, personPhone, personSex, ...address }) => ({
      ...address,
      contact: { name: person, phone: personPhone, ...(personSex ? { sex: personSex } : {}) },
    })),
  },
});

const WithReason = z.object({ reason: z.string() });

/**
 * testingUnit-<id>, consigningUnit-<id>, settings-<unit id>, project-<id>. A change that removes rights has a reason.
 */
export const testingUnitEvents = {
  TestingUnitRegistered: defineEvent(z.object({ unit: TestingUnit }), [upcastContacts]),
  /** `reason` was added later, for changes that remove something. */
  TestingUnitProfileChanged: defineEvent(z.object({ unit: TestingUnitProfile, reason: z.string().optional() }), [
    upcastContacts,
  ]),
  TestingUnitDeactivated: defineEvent(WithReason),
  TestingUnitActivated: defineEvent(z.object({})),
  TestingUnitDeleted: defineEvent(WithReason),
};
export const consigningUnitEvents = {
  ConsigningUnitRegistered: defineEvent(z.object({ unit: ConsigningUnit }), [upcastContacts]),
  ConsigningUnitProfileChanged: defineEvent(z.object({ unit: ConsigningUnitProfile }), [upcastContacts]),
  ConsigningUnitDeactivated: defineEvent(WithReason),
  ConsigningUnitActivated: defineEvent(z.object({})),
};
/** Control parameters of a unit as they are stored: text values, "1" and "0" are booleans (000 section 4, session). */
export const settingsEvents = {
  UnitSettingsChanged: defineEvent(
    z.object({ unitType: UnitType, params: z.record(z.string(), z.string()), reason: z.string().optional() }),
  ),
};
/** A building project. `consignUnitId` is null for a project of all units. */
export const Project = z.object({
  projectName: z.string(),
  projectCode: z.string(),
  contractSectName: z.string(),
  description: z.string(),
  consignUnitId: z.string().nullable(),
  consignUnitName: z.string(),
  constructionUnit: z.string(),
  constructionJzunit: z.string(),
  jzunit: z.string(),
});
export type Project = z.infer<typeof Project>;
export const projectEvents = {
  ProjectAdded: defineEvent(Project),
  ProjectChanged: defineEvent(Project),
  ProjectDeleted: defineEvent(WithReason),
};
export type TestingUnitEvent = EventOf<typeof testingUnitEvents>;
export type ConsigningUnitEvent = EventOf<typeof consigningUnitEvents>;
export type SettingsEvent = EventOf<typeof settingsEvents>;
export type ProjectEvent = EventOf<typeof projectEvents>;

/** reportConfig-<consigning unit>: its preferences for reports, for one type of consignment (002 UN-022). */
export const reportConfigEvents = {
  ReportConfigSaved: defineEvent(
    z.object({
      consignType: z.literal([1, 2, 3]),
      getReportType: z.enum(['1', '3', '10']),
      reportCount: z.number().int().min(0),
    }),
  ),
};
export type ReportConfigEvent = EventOf<typeof reportConfigEvents>;
