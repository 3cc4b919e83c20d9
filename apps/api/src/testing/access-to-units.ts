import { everybody, readers, signedIn, type Persona } from './personas.js';

/** Units, projects, settings and instructions. */
export const accessToUnits: Record<string, Persona[]> = {
  // 000 section 7, testing units, projects, enumerations
  GetAllUnit: signedIn,
  GetUnitDetail: signedIn,
  GetTestUnitConfig: signedIn,
  GetOwnUnitOpening: signedIn,
  GetQualificationNameList: signedIn,
  GetAreaList: signedIn,
  // the form's data: control parameters and addresses for whoever reads the form, contacts for a unit and its administrator, never masked names
  GetListByUnitID: readers,
  GetUnitAddressList: readers,
  GetSystemUserList: ['client', 'lab', 'admin'],
  GetConsignUnitInfo: ['client', 'admin'],
  GetEnumValues: signedIn,
  GetGuid: signedIn,
  GetProjectList: readers,
  // the project picker of the client's form; the administrator manages projects (section 6)
  InsertProject: ['client', 'admin'],
  GetProjectById: readers,
  // NAV-009, 002 PJ-008, UN-017, UN-018: projects and units are managed by the administrator alone
  UpdateProject: ['admin'],
  DeleteProject: ['admin'],
  AddTestUnit: ['admin'],
  ChangeTestUnitActive: ['admin'],
  TestUnitGet: ['admin'],
  TestUnitGetAll: ['admin'],
  TestUnitCreate: ['admin'],
  TestUnitUpdate: ['admin'],
  TestUnitDelete: ['admin'],
  GetQualificationList: ['admin'],
  AddConsginUnit: ['admin'],
  ChangeConsginUnitActive: ['admin'],
  GetConsginUnitListBySys: ['admin'],
  // 002 UN-005, UN-019: a unit's own staff keep their unit, of another they are refused
  UpdateTestUnit: ['lab', 'admin'],
  GetTestUnitById: ['lab', 'admin'],
  UpdateConsginUnit: ['client', 'admin'],
  GetConsginUnitById: ['client', 'admin'],
  UploadUnitLogo: ['client', 'lab', 'admin'],
  GetRecordChanges: ['client', 'lab', 'admin'],
  // 002 UN-009: whoever consigns or audits sees what a laboratory holds; the platform vouches for it (ADR-018)
  TuQualificationGetAll: readers,
  TuQualificationGet: readers,
  TuQualificationCreate: ['admin'],
  TuQualificationUpdate: ['admin'],
  TuQualificationDelete: ['admin'],
  // 002 UN-022: a consigning unit says how it wants its reports
  GetReportConfigSysList: signedIn,
  GetReportConfigList: ['client', 'admin'],
  SaveReportConfig: ['client', 'admin'],
  // 002 UN-006: whoever has no unit gets nothing, which is no refusal
  GetTestUnit: signedIn,
  GetConsginUnit: signedIn,
  // 002 CP-003: read like the list of parameters, set by the unit's own staff and the administrator
  GetByParamCode: readers,
  SetParamValues: ['client', 'lab', 'admin'],
  // 002 UN-001, UN-002: the login page shows logo and name of an origin
  GetTestUnitInfoByConsignPlatURLCore: everybody,
  GetUnitLogo: everybody,
  // LS-011, NAV-009: the administrator writes instructions; 002 OI-010: everybody who is signed in reads them
  AddInstruction: ['admin'],
  UpdateInstruction: ['admin'],
  DeleteInstructions: ['admin'],
  GetInstructionList: ['admin'],
  GetLatestInstruction: signedIn,
  ListInstructionsOfType: signedIn,
};
