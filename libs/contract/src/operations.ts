import * as exchanges from './lab-systems/exchanges.contract.js';
import * as feed from './lab-systems/feed.contract.js';
import * as ilis from './lab-systems/ilis.contract.js';
import * as outgoing from './lab-systems/outgoing.contract.js';
import * as reportCalls from './lab-systems/report-calls.contract.js';
import * as accessKeys from './lab-systems/access-keys.contract.js';
import * as webhooks from './lab-systems/webhooks.contract.js';
import * as webhookDeliveries from './lab-systems/webhook-deliveries.contract.js';
import * as account from './account.contract.js';
import * as catalogue from './catalogue.contract.js';
import * as catalogueLists from './catalogue-lists.contract.js';
import * as catalogueAttachments from './catalogue-maintenance-attachments.contract.js';
import * as catalogueForm from './catalogue-maintenance-form.contract.js';
import * as referenceLists from './catalogue-maintenance-lists.contract.js';
import * as cataloguePacks from './catalogue-maintenance-packs.contract.js';
import * as catalogueSamples from './catalogue-maintenance-samples.contract.js';
import * as catalogueStandards from './catalogue-maintenance-standards.contract.js';
import * as catalogueWorkbook from './catalogue-maintenance-workbook.contract.js';
import * as consignment from './consignment.contract.js';
import * as consignmentLifecycle from './consignment-lifecycle.contract.js';
import * as list from './consignment-list.contract.js';
import * as dashboard from './dashboard.contract.js';
import * as file from './file.contract.js';
import * as history from './history.contract.js';
import * as instruction from './instruction.contract.js';
import * as notice from './notice.contract.js';
import * as notification from './notification.contract.js';
import type { Operation } from './operation.js';
import * as operationsEvents from './operations-events.contract.js';
import * as operationsJobs from './operations-jobs.contract.js';
import * as operationsViews from './operations-views.contract.js';
import * as personalData from './personal-data.contract.js';
import * as phoneUpload from './phone-upload.contract.js';
import * as print from './print.contract.js';
import * as project from './project.contract.js';
import * as qrCode from './qr-code.contract.js';
import * as report from './report.contract.js';
import * as role from './role.contract.js';
import * as sample from './sample.contract.js';
import * as session from './session.contract.js';
import * as signing from './signing.contract.js';
import * as tenant from './tenant.contract.js';
import * as unit from './unit.contract.js';
import * as unitConsigning from './unit-consigning.contract.js';
import * as unitOpening from './unit-opening.contract.js';
import * as unitParams from './unit-params.contract.js';
import * as unitQualification from './unit-qualification.contract.js';
import * as unitReportConfig from './unit-report-config.contract.js';
import * as unitTesting from './unit-testing.contract.js';
import * as user from './user.contract.js';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** All operations. The api must route, document and guard each of them. */
export const operations: Operation[] = [
  session,
  accessKeys,
  webhooks,
  webhookDeliveries,
  feed,
  ilis,
  outgoing,
  exchanges,
  reportCalls,
  account,
  tenant,
  personalData,
  unit,
  unitTesting,
  unitConsigning,
  unitOpening,
  unitParams,
  unitQualification,
  unitReportConfig,
  project,
  catalogue,
  catalogueSamples,
  catalogueStandards,
  cataloguePacks,
  catalogueForm,
  catalogueAttachments,
  referenceLists,
  catalogueWorkbook,
  catalogueLists,
  list,
  dashboard,
  consignment,
  consignmentLifecycle,
  sample,
  print,
  qrCode,
  signing,
  phoneUpload,
  file,
  report,
  instruction,
  notice,
  notification,
  role,
  user,
  history,
  operationsEvents,
  operationsJobs,
  operationsViews,
].flatMap((module) => Object.values(module).filter(isOperation));
