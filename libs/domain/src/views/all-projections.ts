import { wantedParameters } from '../catalogue/wanted-parameters.js';
import {
  catalogueCategories,
  catalogueLeaves,
  cataloguePacks,
  catalogueSamples,
  catalogueStandards,
} from '../catalogue/catalogue-views.js';
import { consignmentList } from './consignment-list.js';
import { attachmentIndex, sampleIndex } from './sample-and-attachment-index.js';
import { imageUses } from '../files/image-uses.js';
import { richTextImages } from '../files/images.js';
import { instructions } from '../instructions/instruction.js';
import type { Projection } from '../event-sourcing/projection.js';
import { eventLog } from '../operations/event-log.js';
import { projects } from '../projects/project.js';
import { referenceLists } from '../reference/reference.js';
import { consigningUnits } from '../units/consigning-unit.js';
import { consignmentProgress } from '../report/consignment-progress.js';
import { reportList } from '../report/report-list.js';
import { tenants } from '../tenants/tenant.js';
import { testingUnits } from '../units/testing-unit.js';
import { unitSettings } from '../units/unit-settings.js';
import { unitPacks } from '../catalogue-maintenance/unit-packs.js';
import { unitLeaves, unitSamples } from '../catalogue-maintenance/unit-samples.js';
import { standardUses } from '../catalogue-maintenance/standards.js';
import { notices } from '../notices/notice.js';
import { messages } from '../messages/message.js';
import { notifications } from '../notifications/notification.js';
import { personalReads } from '../personal-data/personal-read.js';
import { accessKeys } from '../lab-systems/access-key.js';
import { outgoingCalls } from '../lab-systems/outgoing-call.js';
import { unitFeed } from '../lab-systems/unit-feed.js';
import { webhooks } from '../lab-systems/webhook.js';
import { roles } from '../roles/role.js';
import { users, usersByName } from '../users/user.js';

/**
 * A projection only receives rows that it created, so its row type can be erased for callers that run all projections.
 */
const anyRow = <Row extends object>(projection: Projection<Row>): Projection<object> =>
  projection as unknown as Projection<object>;

/** All views; the projector runs this list. */
export const allProjections: readonly Projection<object>[] = [
  anyRow(consignmentList),
  anyRow(sampleIndex),
  anyRow(attachmentIndex),
  anyRow(reportList),
  anyRow(consignmentProgress),
  anyRow(testingUnits),
  anyRow(consigningUnits),
  anyRow(unitSettings),
  anyRow(projects),
  anyRow(tenants),
  anyRow(instructions),
  anyRow(imageUses),
  anyRow(richTextImages),
  anyRow(users),
  anyRow(roles),
  anyRow(accessKeys),
  anyRow(unitFeed),
  anyRow(webhooks),
  anyRow(outgoingCalls),
  anyRow(notices),
  anyRow(usersByName),
  anyRow(messages),
  anyRow(notifications),
  anyRow(personalReads),
  anyRow(catalogueCategories),
  anyRow(catalogueSamples),
  anyRow(catalogueLeaves),
  anyRow(catalogueStandards),
  anyRow(cataloguePacks),
  anyRow(unitSamples),
  anyRow(unitLeaves),
  anyRow(unitPacks),
  anyRow(standardUses),
  anyRow(wantedParameters),
  anyRow(referenceLists),
  anyRow(eventLog),
];
