import type { Type } from '@nestjs/common';
import { accountUseCases } from './accounts/use-cases.js';
import { catalogueMaintenanceUseCases } from './catalogue-maintenance/use-cases.js';
import { catalogueUseCases } from './catalogue/use-cases.js';
import { consignmentUseCases } from './consignments/use-cases.js';
import { GetStatistic } from './dashboard/get-statistic.js';
import { GetStatisticMobile } from './dashboard/get-statistic-mobile.js';
import { GetEnumValues } from './enumerations/get-enum-values.js';
import { GetGuid } from './enumerations/get-guid.js';
import { fileUseCases } from './files/use-cases.js';
import { historyUseCases } from './history/use-cases.js';
import { instructionUseCases } from './instructions/use-cases.js';
import { eventLogUseCases } from './operations/event-log/use-cases.js';
import { jobUseCases } from './operations/jobs/use-cases.js';
import { projectionUseCases } from './operations/projections/use-cases.js';
import { noticeUseCases } from './notices/use-cases.js';
import { notificationUseCases } from './notifications/use-cases.js';
import { printUseCases } from './print/use-cases.js';
import { DeleteProject } from './projects/delete-project.js';
import { GetProject } from './projects/get-project.js';
import { GetProjectList } from './projects/get-project-list.js';
import { InsertProject } from './projects/insert-project.js';
import { UpdateProject } from './projects/update-project.js';
import { phoneUploadUseCases } from './phone-uploads/use-cases.js';
import { qrCodeUseCases } from './qr-codes/use-cases.js';
import { reportUseCases } from './reports/use-cases.js';
import { roleUseCases } from './roles/use-cases.js';
import { sampleUseCases } from './samples/use-cases.js';
import { Authenticate } from './session/authenticate.js';
import { sessionUseCases } from './session/use-cases.js';
import { signingUseCases } from './signing/use-cases.js';
import { GetLoginPage } from './session/get-login-page.js';
import { GetUserInfo } from './session/get-user-info.js';
import { Logout } from './session/logout.js';
import { GetAllUnit } from './units/get-all-unit.js';
import { GetAreaList } from './units/get-area-list.js';
import { GetConsignUnitInfo } from './units/get-consign-unit-info.js';
import { GetControlParams } from './units/get-control-params.js';
import { GetQualificationNameList } from './units/get-qualification-name-list.js';
import { GetTestUnitConfig } from './units/get-test-unit-config.js';
import { GetTestUnitInfoByOrigin } from './units/get-test-unit-info-by-origin.js';
import { GetUnitDetail } from './units/get-unit-detail.js';
import { GetUnitAddresses } from './units/get-unit-addresses.js';
import { KeepTenants } from './tenants/keep-tenants.js';
import { unitUseCases } from './units/use-cases.js';
import { GetSystemUsers } from './users/get-system-users.js';
import { userUseCases } from './users/use-cases.js';

/** Every use case of the api: one controller a file, one method an operation of libs/contract. */
export const useCases: Type[] = [
  Authenticate,
  GetLoginPage,
  GetUserInfo,
  Logout,
  ...sessionUseCases,
  KeepTenants,
  ...accountUseCases,
  ...userUseCases,
  ...roleUseCases,
  ...noticeUseCases,
  ...notificationUseCases,
  GetAllUnit,
  GetUnitDetail,
  GetTestUnitConfig,
  GetQualificationNameList,
  GetAreaList,
  GetTestUnitInfoByOrigin,
  GetControlParams,
  GetConsignUnitInfo,
  GetUnitAddresses,
  GetSystemUsers,
  GetProjectList,
  InsertProject,
  GetProject,
  UpdateProject,
  DeleteProject,
  ...unitUseCases,
  GetEnumValues,
  GetGuid,
  ...catalogueUseCases,
  ...catalogueMaintenanceUseCases,
  GetStatistic,
  GetStatisticMobile,
  ...consignmentUseCases,
  ...qrCodeUseCases,
  ...signingUseCases,
  ...phoneUploadUseCases,
  ...sampleUseCases,
  ...printUseCases,
  ...reportUseCases,
  ...fileUseCases,
  ...instructionUseCases,
  ...historyUseCases,
  ...projectionUseCases,
  ...eventLogUseCases,
  ...jobUseCases,
];
