import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

export const UnitAddress = z.object({
  id: z.string(),
  addressText: z.string(),
  addressDetail: z.string(),
  tagTitle: z.string(),
  person: z.string(),
  personPhone: z.string(),
  isMain: z.boolean(),
});
export type UnitAddress = z.infer<typeof UnitAddress>;

/** Qualification a testing unit holds. `id` is the unit's own entry, `sysQualificationId` the qualification of the catalogue. */
export const UnitQualification = z.object({ id: z.string(), name: z.string(), sysQualificationId: z.string(), orderIndex: z.number() });
export type UnitQualification = z.infer<typeof UnitQualification>;

export const TestingUnit = z.object({
  unitNo: z.string(),
  testUnitName: z.string(),
  shortName: z.string(),
  contactPhone: z.string(),
  sheng: z.string(),
  shi: z.string(),
  regAddress: z.string(),
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
  /** Web origins at which this unit's logo and name are shown. */
  origins: z.array(z.string()),
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
  status: z.number(),
  addresses: z.array(UnitAddress),
});
export type ConsigningUnit = z.infer<typeof ConsigningUnit>;

/** testingUnit-<id>, consigningUnit-<id>, settings-<unit id>, project-<id> */
export const testingUnitEvents = { TestingUnitRegistered: defineEvent(z.object({ unit: TestingUnit })) };
export const consigningUnitEvents = { ConsigningUnitRegistered: defineEvent(z.object({ unit: ConsigningUnit })) };
/** Control parameters of a unit as they are stored: text values, "1" and "0" are booleans (000 section 4, session). */
export const settingsEvents = {
  UnitSettingsChanged: defineEvent(z.object({ unitType: z.literal([1, 2]), params: z.record(z.string(), z.string()) })),
};
export const projectEvents = {
  ProjectAdded: defineEvent(z.object({
    projectName: z.string(),
    projectCode: z.string(),
    contractSectName: z.string(),
    description: z.string(),
    consignUnitId: z.string().nullable(),
    consignUnitName: z.string(),
    constructionUnit: z.string(),
    constructionJzunit: z.string(),
    jzunit: z.string(),
  })),
};
export type TestingUnitEvent = EventOf<typeof testingUnitEvents>;
export type ConsigningUnitEvent = EventOf<typeof consigningUnitEvents>;
export type SettingsEvent = EventOf<typeof settingsEvents>;
export type ProjectEvent = EventOf<typeof projectEvents>;
