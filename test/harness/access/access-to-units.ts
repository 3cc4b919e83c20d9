import { allPersonas, readingPersonas, signInPersonas, type Persona } from '../service/personas.js';

/** Units, projects, settings and instructions. */
export const accessToUnits: Record<string, Persona[]> = {
  // 000 section 7, testing units, projects, enumerations
  GetAllUnit: signInPersonas,
  GetUnitDetail: signInPersonas,
  GetTestUnitConfig: signInPersonas,
  GetOwnUnitOpening: signInPersonas,
  GetQualificationNameList: signInPersonas,
  GetAreaList: signInPersonas,
  // the form's data: control parameters and addresses for whoever reads the form, contacts for a unit and its
  // administrator, never masked names
  GetListByUnitID: readingPersonas,
  GetUnitAddressList: readingPersonas,
  GetSystemUserList: ['client', 'lab', 'admin'],
  GetConsignUnitInfo: ['client', 'admin'],
  GetEnumValues: signInPersonas,
  GetGuid: signInPersonas,
  GetProjectList: readingPersonas,
  // the project picker of the client's form; the administrator manages projects (section 6)
  InsertProject: ['client', 'admin'],
  GetProjectById: readingPersonas,
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
  // 002 UN-009: users who consign or audit see the qualifications of a laboratory; the platform is responsible for them
  // (ADR-018)
  TuQualificationGetAll: readingPersonas,
  TuQualificationGet: readingPersonas,
  TuQualificationCreate: ['admin'],
  TuQualificationUpdate: ['admin'],
  TuQualificationDelete: ['admin'],
  // 002 UN-022: a consigning unit says how it wants its reports
  GetReportConfigSysList: signInPersonas,
  GetReportConfigList: ['client', 'admin'],
  SaveReportConfig: ['client', 'admin'],
  // 002 UN-006: a user without a unit gets an empty result, which is not a refusal
  GetTestUnit: signInPersonas,
  GetConsginUnit: signInPersonas,
  // 002 CP-003: read like the list of parameters, set by the unit's own staff and the administrator
  GetByParamCode: readingPersonas,
  SetParamValues: ['client', 'lab', 'admin'],
  // 002 UN-001, UN-002: the login page shows logo and name of an origin
  GetTestUnitInfoByConsignPlatURLCore: allPersonas,
  GetUnitLogo: allPersonas,
  // LS-011, NAV-009: the administrator writes instructions; 002 OI-010: everybody who is signed in reads them
  AddInstruction: ['admin'],
  UpdateInstruction: ['admin'],
  DeleteInstructions: ['admin'],
  GetInstructionList: ['admin'],
  GetLatestInstruction: signInPersonas,
  ListInstructionsOfType: signInPersonas,
};
