import { GET_LAB_ATTACHMENTS } from './product.js';

/**
 * What pages may do that are shown inside a laboratory's system (record 100): read, write, audit and print consignments, and what
 * their forms offer to choose from. Whoever gets hold of such a token administers nothing with it.
 */
export const EMBEDDED_OPERATIONS: ReadonlySet<string> = new Set([
  // whose page it is
  'GetUserInfo', 'GetTokenByUnitCode', 'Logout', 'GetTestUnitConfig', 'GetEnumValues', 'GetSystemUserList', 'GetConsignUnitInfo', 'GetListByUnitID', 'GetReportConfigList',
  // lists
  'GetRawMateriaConsignInfoList', 'GetRawMateriaConsignInfoList_Mobile', 'GetSitePreConsignInfoList', 'ListConsignments', 'GetConsignmentCounts',
  // a consignment
  'CreateRawMateriaConsingInfo', 'GetCreatePreSiteConsign', 'GetDefaultConsignInfo', 'GetPreSiteOtherInfoByTestUnitId', 'GetConsingInfo', 'SaveConsignInfo', 'UpdatePreSiteConsign', 'ChangeTestingUnit', 'GetAllowedActions', 'GetConsignmentChanges', 'CommitConsignInfo',
  'CancelConsignInfo', 'DeleteConsignInfo', 'ReopenConsignment', 'CopyConsignInfo', 'SetMailOrderNumber', 'GetConsignLog', 'PassAuditConsignInfo', 'NoPassAuditConsignInfo', 'ConfirmSample', 'NoPassConfirmSample', 'EnterLaterStage', 'SetActualFee', 'SetConsignmentBill',
  'SignConsignments', 'GetConsignSignAccessoryList', 'SendJZSignMessage', 'GetSigning',
  // its samples
  'CreateBuSampleParamInfo', 'CreateChildBuSampleParamInfo', 'GetBuSampleInfo', 'GetBuSampleInfoListByConsignId', 'GetBuSampleInfoParams', 'SaveBuSampleInfo', 'CopyBuSampleInfo', 'DeleteBuSampleInfo', 'DeleteBuSampleInfoByIds', 'EstimateSample', 'GetSampleProcessMethods',
  'GetSelectRefSampleByTestUnitIdAndProjectId',
  // files and printed forms
  'uploadFile', 'uploadAccessory', 'GetAccessory', 'DeleteAccessory', 'DownloadFileByAccessoryId', 'GetAccessoryTypes', GET_LAB_ATTACHMENTS, 'CreateQRCodeKey', 'CreateQRCode', 'GetPhoneUploads', 'GetPrintConsignInfoList', 'GetPrintList', 'GenConsignPdf',
  'GetDocumentChanges', 'Export', 'GetExportFile',
  // what there is to choose from
  'GetAllUnit', 'GetUnitDetail', 'GetUnitAddressList', 'GetTuQualificationsByTestUnitId', 'GetQualificationNameList', 'GetAreaList', 'GetProjectList', 'InsertProject', 'GetPreQualificationList', 'GetDetectionTypes', 'GetDictionary', 'GetListByGroupId', 'GetBusinessParam',
  'GetCustomPropertyConsign', 'GetConsignDefaultValues', 'GetSampleTree', 'GetCategoryList', 'GetCategorySamples', 'SearchCategorySamples', 'GetTestParameters', 'GetChosenOrDefaultParameters', 'GetParameterList', 'GetParamPacks', 'GetParamPack', 'GetParameterStandards', 'GetStandards',
  'GetStandardList', 'GetOtherInfo', 'GetMaterials', 'GetSampleExample', 'GetSampleRequirements', 'GetConcatRules', 'SaveSpecification', 'RecordParameterClick', 'GetPreAttachments',
]);
