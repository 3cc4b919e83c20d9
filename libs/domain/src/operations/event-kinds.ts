import {
  catalogueEvents, consigningUnitEvents, consignmentEvents, documentEvents, exportEvents, instructionEvents, jobOperationEvents, announcementEvents, inboxEvents, messageEvents, noticeEvents, notificationEvents, numberingEvents, personalReadEvents, projectEvents,
  referenceEvents, reportConfigEvents, reportApplicationEvents, reportEvents, reservationEvents, richTextImageEvents, roleEvents, rowOperationEvents, settingsEvents, testingUnitEvents, signInEvents, networkCodesEvents, userEvents, verificationEvents, labSystemEvents, specificationRuleEvents, tenantEvents, sampleTreeEvents, unitPackEvents, unitSampleEvents, viewOperationEvents, wantedParameterEvents, type EventCatalogue,
} from '#events';

/** Kinds of streams, in the order in which they are offered, with the events they may hold. */
const EVENTS_OF = {
  consignment: consignmentEvents,
  document: documentEvents,
  message: messageEvents,
  notification: notificationEvents,
  announcement: announcementEvents,
  inbox: inboxEvents,
  export: exportEvents,
  report: reportEvents,
  reportApplication: reportApplicationEvents,
  numbering: numberingEvents,
  user: userEvents,
  role: roleEvents,
  notice: noticeEvents,
  verification: verificationEvents,
  signIn: signInEvents,
  networkCodes: networkCodesEvents,
  tenant: tenantEvents,
  labSystem: labSystemEvents,
  testingUnit: testingUnitEvents,
  consigningUnit: consigningUnitEvents,
  settings: settingsEvents,
  reportConfig: reportConfigEvents,
  project: projectEvents,
  instruction: instructionEvents,
  personalRead: personalReadEvents,
  richTextImage: richTextImageEvents,
  catalogueCategory: catalogueEvents,
  catalogueSample: catalogueEvents,
  catalogueStandard: catalogueEvents,
  cataloguePack: catalogueEvents,
  sampleTree: sampleTreeEvents,
  unitSample: unitSampleEvents,
  unitPack: unitPackEvents,
  specificationRule: specificationRuleEvents,
  wantedParameter: wantedParameterEvents,
  reference: referenceEvents,
  reserved: reservationEvents,
  operations: { ...viewOperationEvents, ...rowOperationEvents, ...jobOperationEvents },
} satisfies Record<string, EventCatalogue>;

export type StreamCategory = keyof typeof EVENTS_OF;
export const STREAM_CATEGORIES = Object.keys(EVENTS_OF) as StreamCategory[];

/** Kinds of events that streams of this kind may hold; none of an unknown kind. */
export const typesOfCategory = (category: string): string[] => Object.keys(STREAM_CATEGORIES.some((known) => known === category) ? EVENTS_OF[category as StreamCategory] : {});
