import { ROLE } from '#events';

/** Who may call: everybody, every signed-in user, or these roles. Tenant checks come on top, on the server. */
export type Permission = 'public' | 'signedIn' | readonly string[];

const { client, lab, admin, auditor } = ROLE;
const readers = [client, lab, admin, auditor];
const clientOnly = [client];
const labOnly = [lab];
const parties = [client, lab];

/** The one table: operation name -> who. The expected matrix of the tests is written by hand from the specification, not from this. */
export const permissions: Record<string, Permission> = {
  Authenticate: 'public',
  GetUserInfo: 'signedIn',
  Logout: 'signedIn',
  GetTestUnitInfoByConsignPlatURL: 'public',
  GetEnumValues: 'signedIn',
  GetAllUnit: 'signedIn',
  GetTestUnitConfig: 'signedIn',
  GetQualificationNameList: 'signedIn',
  GetAreaList: 'signedIn',
  GetProjectList: readers,
  InsertProject: [client, admin],

  GetSampleTree: readers,
  GetCategorySamples: readers,
  SearchCategorySamples: readers,
  GetTestParameters: readers,
  GetParamPacks: readers,
  GetParamPack: readers,
  GetStandards: readers,
  GetSampleRequirements: readers,
  GetOtherInfo: readers,
  GetConcatRules: readers,
  GetDictionary: 'signedIn',
  GetSampleProcessMethods: 'signedIn',
  GetCustomPropertyConsign: readers,

  GetRawMateriaConsignInfoList: readers,
  GetRawMateriaConsignInfoList_Mobile: readers,
  GetSitePreConsignInfoList: readers,
  GetConsignmentCounts: readers,

  CreateRawMateriaConsingInfo: clientOnly,
  GetConsingInfo: readers,
  SaveConsignInfo: clientOnly,
  CommitConsignInfo: clientOnly,
  CopyConsignInfo: clientOnly,
  DeleteConsignInfo: clientOnly,
  CancelConsignInfo: clientOnly,
  PassAuditConsignInfo: labOnly,
  NoPassAuditConsignInfo: labOnly,
  ConfirmSample: labOnly,
  NoPassConfirmSample: labOnly,
  SetMailOrderNumber: clientOnly,
  SyncUpdateConsignInfo: labOnly,
  GetDefaultConsignInfo: clientOnly,
  GetConsignLog: readers,
  GetPreConsignInfoLinkSample: readers,
  GetPreSiteOtherInfoByTestUnitId: readers,
  GetTuQualificationsByTestUnitId: readers,
  GetCreatePreSiteConsign: clientOnly,
  UpdatePreSiteConsign: clientOnly,
  GetAllowedActions: readers,
  ChangeTestingUnit: clientOnly,
  ReopenConsignment: clientOnly,
  EnterLaterStage: labOnly,
  SetActualFee: labOnly,
  SetConsignmentBill: labOnly,
  SignConsignments: clientOnly,
  GetConsignSignAccessoryList: readers,
  SendJZSignMessage: clientOnly,

  CreateBuSampleParamInfo: clientOnly,
  SaveBuSampleInfo: parties,
  CopyBuSampleInfo: clientOnly,
  DeleteBuSampleInfo: clientOnly,
  DeleteBuSampleInfoByIds: clientOnly,
  GetBuSampleInfo: readers,
  GetBuSampleInfoListByConsignId: readers,
  GetBuSampleInfoParams: readers,

  GetPrintList: readers,
  GenConsignPdf: parties,
  GetPrintConsignInfoList: readers,
  Export: [client, lab, admin],
  GetDocumentFile: 'public',
  GetExportFile: 'public',
};
