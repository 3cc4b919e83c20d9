import { accessKeyEvents, outgoingCallEvents, webhookEvents } from './lab-system.events.js';
import {
  catalogueEvents,
  richTextImageEvents,
  sampleTreeEvents,
  specificationRuleEvents,
  unitPackEvents,
  unitSampleEvents,
  wantedParameterEvents,
} from './catalogue.events.js';
import { consignmentEvents, draftNameEvents, numberingEvents } from './consignment.events.js';
import type { EventCatalogue } from './define-event.js';
import { documentEvents, exportEvents } from './document.events.js';
import { instructionEvents, noticeEvents } from './notice.events.js';
import { announcementEvents, inboxEvents, messageEvents, notificationEvents } from './notification.events.js';
import { jobOperationEvents, rowOperationEvents, viewOperationEvents } from './operations.events.js';
import { quotaEvents } from './quota.events.js';
import { referenceEvents, reservationEvents } from './reference.events.js';
import { reportApplicationEvents, reportEvents } from './report.events.js';
import {
  labSystemEvents,
  networkCodesEvents,
  personalReadEvents,
  roleEvents,
  signInEvents,
  tenantEvents,
  unitManagerEvents,
  userEvents,
  verificationEvents,
} from './user.events.js';
import {
  consigningUnitEvents,
  projectEvents,
  reportConfigEvents,
  settingsEvents,
  testingUnitEvents,
} from './unit.events.js';

/** All types of events by their stable names, for projections and for the sealing of the event store. */
export const allEvents = {
  ...consignmentEvents,
  ...documentEvents,
  ...draftNameEvents,
  ...messageEvents,
  ...notificationEvents,
  ...announcementEvents,
  ...inboxEvents,
  ...exportEvents,
  ...reportEvents,
  ...reportApplicationEvents,
  ...numberingEvents,
  ...userEvents,
  ...unitManagerEvents,
  ...verificationEvents,
  ...signInEvents,
  ...networkCodesEvents,
  ...tenantEvents,
  ...labSystemEvents,
  ...accessKeyEvents,
  ...webhookEvents,
  ...quotaEvents,
  ...outgoingCallEvents,
  ...roleEvents,
  ...noticeEvents,
  ...testingUnitEvents,
  ...consigningUnitEvents,
  ...reportConfigEvents,
  ...settingsEvents,
  ...projectEvents,
  ...instructionEvents,
  ...personalReadEvents,
  ...richTextImageEvents,
  ...catalogueEvents,
  ...sampleTreeEvents,
  ...unitSampleEvents,
  ...unitPackEvents,
  ...specificationRuleEvents,
  ...wantedParameterEvents,
  ...referenceEvents,
  ...reservationEvents,
  ...viewOperationEvents,
  ...rowOperationEvents,
  ...jobOperationEvents,
} satisfies EventCatalogue;
