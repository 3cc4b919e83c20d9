import { accessKeyEvents } from './access-key.events.js';
import {
  catalogueEvents,
  sampleTreeEvents,
  specificationRuleEvents,
  unitPackEvents,
  unitSampleEvents,
  wantedParameterEvents,
} from './catalogue.events.js';
import { consignmentEvents } from './consignment.events.js';
import type { EventCatalogue } from './define-event.js';
import { documentEvents } from './document.events.js';
import { draftNameEvents } from './draft-names.events.js';
import { exportEvents } from './export.events.js';
import { instructionEvents } from './instruction.events.js';
import { messageEvents } from './message.events.js';
import { announcementEvents, inboxEvents, notificationEvents } from './notification.events.js';
import { numberingEvents } from './numbering.events.js';
import { jobOperationEvents, rowOperationEvents, viewOperationEvents } from './operations.events.js';
import { quotaEvents } from './quota.events.js';
import { referenceEvents, reservationEvents } from './reference.events.js';
import { reportApplicationEvents, reportEvents } from './report.events.js';
import { noticeEvents } from './notice.events.js';
import { outgoingCallEvents } from './outgoing-call.events.js';
import { personalReadEvents } from './personal-read.events.js';
import { richTextImageEvents } from './rich-text-image.events.js';
import { roleEvents } from './role.events.js';
import { reportConfigEvents } from './report-config.events.js';
import { labSystemEvents, tenantEvents } from './tenant.events.js';
import { consigningUnitEvents, projectEvents, settingsEvents, testingUnitEvents } from './unit.events.js';
import { networkCodesEvents, signInEvents, unitManagerEvents, userEvents, verificationEvents } from './user.events.js';
import { webhookEvents } from './webhook.events.js';

/** Every kind of event there is, by its stable name. Projections and the store's sealing layer read from it. */
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
