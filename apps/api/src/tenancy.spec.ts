import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations, uploadAccessory, type Operation } from '#contract';
import { CEMENT, filledHeader, PROJECT1, createSubmittableDraft } from '#harness/consignments/drafts';
import { createConsignmentAt, readConsignment } from '#harness/consignments/stages';
import { LAB1 } from '#harness/consignments/units';
import { fileOf } from '#harness/files/files';
import { registerNewReport } from '#harness/reports/reports';
import type { Client, Reply, UploadedFilePart } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

/** What client1 owns and lab1 was sent; client2 and lab2 have nothing to do with it. */
type ForeignIds = { id: string; sampleId: string; otherId: string; attachmentId: string; reportId: string };
type Input = { query?: object; body?: object; file?: UploadedFilePart };

/** Every operation that takes the id of a consignment, a sample or a report, and how. */
const withIdsOf: Record<string, (ids: ForeignIds) => Input> = {
  GetConsingInfo: ({ id }) => ({ query: { id } }),
  SaveConsignInfo: ({ id }) => ({ body: { ...filledHeader(), id } }),
  CommitConsignInfo: ({ id }) => ({ query: { consignInfoIds: id } }),
  CopyConsignInfo: ({ id }) => ({ query: { id } }),
  DeleteConsignInfo: ({ id }) => ({ query: { ids: id } }),
  CancelConsignInfo: ({ id }) => ({ body: { ids: [id] } }),
  PassAuditConsignInfo: ({ id }) => ({ body: { ids: [id] } }),
  NoPassAuditConsignInfo: ({ id }) => ({ body: { ids: [id], reason: '资料不全' } }),
  ConfirmSample: ({ id }) => ({ body: { ids: [id] } }),
  NoPassConfirmSample: ({ id }) => ({ body: { ids: [id], description: '样品破损' } }),
  SetMailOrderNumber: ({ id }) => ({ body: { id, mailOrderNumber: 'SF1' } }),
  SyncUpdateConsignInfo: ({ id }) => ({ body: { ids: [id] } }),
  TuQualificationGetAll: ({ id }) => ({ query: { testUnitId: LAB1.testUnitId, consignId: id } }),
  GetConsignLog: ({ id }) => ({ query: { consignId: id } }),
  GetPreConsignInfoLinkSample: ({ id }) => ({ query: { id } }),
  GetCreatePreSiteConsign: ({ id }) => ({ query: { id } }),
  UpdatePreSiteConsign: ({ id }) => ({ body: { ...filledHeader(), id } }),
  GetAllowedActions: ({ id }) => ({ query: { id } }),
  GetConsignmentChanges: ({ id }) => ({ query: { id, after: '0' } }),
  GetHistory: ({ id }) => ({ query: { id } }),
  GetHistoryState: ({ id }) => ({ query: { id, revision: '0' } }),
  GetHistoryRecord: ({ id }) => ({ query: { id, revision: '0' } }),
  GetHistoryProof: ({ id }) => ({ query: { id } }),
  GetHistoryProofFile: ({ id }) => ({ query: { id } }),
  ReadHistoryPersons: ({ id }) => ({ body: { consignmentId: id, revision: 0, parts: ['contact'], reason: '核对' } }),
  ReopenConsignment: ({ id }) => ({ query: { id } }),
  ChangeTestingUnit: ({ id }) => ({ query: { id }, body: { testUnitId: LAB1.testUnitId } }),
  EnterLaterStage: ({ id }) => ({ query: { id }, body: { consignStatus: 70, description: '补正' } }),
  SetActualFee: ({ id }) => ({ query: { id }, body: { actFee: '1.00' } }),
  SetConsignmentBill: ({ id }) => ({ query: { id }, body: { billFile: '/bill.pdf' } }),
  SignConsignments: ({ id }) => ({ body: { ids: [id] } }),
  CreateQRCodeKey: ({ id }) => ({ body: { ids: [id], data: 'signList' } }),
  GetConsignSignAccessoryList: ({ id }) => ({ query: { consignId: id } }),
  SendJZSignMessage: ({ id }) => ({ query: { consignInfoId: id } }),
  CreateBuSampleParamInfo: ({ id }) => ({ body: { consignId: id, tuTestSampleDTO: { id: CEMENT, sampleName: '' } } }),
  CreateBuSampleParamInfoMigModel: ({ id }) => ({
    body: { consignId: id, tuTestSampleDTO: { id: CEMENT, sampleName: '' } },
  }),
  CreateChildBuSampleParamInfo: ({ id, sampleId }) => ({
    body: { consignId: id, parentSampleId: sampleId, tuTestSampleDTO: { id: CEMENT, sampleName: '' } },
  }),
  SaveBuSampleInfo: ({ id, sampleId }) => ({ body: { id: sampleId, consignId: id, testUnitSampleId: CEMENT } }),
  CopyBuSampleInfo: ({ sampleId }) => ({ query: { id: sampleId } }),
  DeleteBuSampleInfo: ({ sampleId }) => ({ query: { id: sampleId } }),
  DeleteBuSampleInfoByIds: ({ sampleId }) => ({ query: { ids: sampleId } }),
  GetBuSampleInfo: ({ sampleId }) => ({ query: { id: sampleId } }),
  GetBuSampleInfoListByConsignId: ({ id }) => ({ query: { consignId: id } }),
  GetBuSampleInfoParams: ({ id }) => ({ query: { id } }),
  GetSelectRefSampleByTestUnitIdAndProjectId: ({ id }) => ({
    query: { testUnitId: LAB1.testUnitId, projectId: PROJECT1, consignId: id },
  }),
  uploadAccessory: ({ id }) => ({ body: { foreignKey: id }, file: { name: '委托书.pdf', content: fileOf['.pdf'] } }),
  GetAccessory: ({ id }) => ({ query: { foreignKey: id } }),
  DeleteAccessory: ({ attachmentId }) => ({ query: { id: attachmentId } }),
  DownloadFileByAccessoryId: ({ attachmentId }) => ({ query: { id: attachmentId } }),
  GetLimsConsignAttachments: ({ id }) => ({ query: { consignId: id } }),
  GetPreAttachments: ({ id }) => ({ query: { consignId: id } }),
  GetPrintList: ({ id }) => ({ query: { ids: id } }),
  GenConsignPdf: ({ id }) => ({ query: { id } }),
  GetPrintConsignInfoList: ({ id }) => ({ query: { ids: id } }),
  GetDocumentChanges: ({ id }) => ({ query: { ids: id } }),
  EstimateSample: ({ id }) => ({ body: { consignId: id, testUnitSampleId: CEMENT } }),
  Export: ({ id }) => ({ body: { consignIds: [id] } }),
  AddReportApply: ({ id, reportId }) => ({ body: { consignId: id, reportId } }),
  ReportMailNumberSetting: ({ reportId }) => ({ body: { reportIds: [reportId], val: 'SF1' } }),
  UpdateReportStatus: ({ reportId }) => ({ body: { reportIds: [reportId], reportStatus: 20 } }),
  UpdateReportStatusNew: ({ reportId }) => ({ body: { reportIds: [reportId], reportStatus: 20 } }),
  RegisterReport: ({ id }) => ({ body: { consignId: id, reportNumber: 'BG-9' } }),
  UploadReport: ({ reportId }) => ({ query: { id: reportId }, body: { uploadId: 'unknown' } }),
  PublishReport: ({ reportId }) => ({ query: { id: reportId } }),
  WithdrawReport: ({ reportId }) => ({ query: { id: reportId }, body: { reason: '数据有误' } }),
  CheckReportPdf: ({ reportId }) => ({ query: { unitCode: 'TU001', id: reportId } }),
  ListReportVideos: ({ reportId }) => ({ query: { reportId } }),
  ApplyForReportVideo: ({ reportId }) => ({ body: { reportId } }),
  CheckReportIssue: ({ reportId }) => ({ body: { reportId } }),
  GetReportEvaluation: ({ reportId }) => ({ query: { unitCode: 'TU001', id: reportId } }),
  GetReportFile: ({ reportId }) => ({ query: { id: reportId } }),
  GetReportHistory: ({ reportId }) => ({ query: { id: reportId } }),
  GetAllowedReportActions: ({ reportId }) => ({ query: { id: reportId } }),
};

/** Ids of the catalogue, which belongs to nobody. */
const catalogueOperations = ['GetSampleTree', 'GetParamPack'];
/** What a testing unit tells everybody of itself. */
const publicOperations = ['GetUnitDetail', 'GetProjectById'];
/** What belongs to no unit, or is kept by the administrator alone. */
const platformOperations = [
  'UpdateInstruction',
  'UpdateProject',
  'DeleteProject',
  'ChangeTestUnitActive',
  'TestUnitGet',
  'TestUnitUpdate',
  'TestUnitDelete',
  'ChangeConsginUnitActive',
  'UpdateRole',
  'DeleteRole',
  'GetRoleForEdit',
  'TuQualificationGet',
  'TuQualificationUpdate',
  'TuQualificationDelete',
  'ReadTenant',
  'UpdateTenant',
  'DeleteTenant',
  'BaseStandardUpdate',
  'BaseStandardDelete',
  'UpdateSampleLevel',
  'DeleteSampleLevel',
  'SysTestSampleGet',
  'SysTestSampleGetTree',
  'SysTestSampleUpdate',
  'SysTestSampleDelete',
];
/** What a testing unit keeps of its catalogue: the specs of apps/api/src/catalogue-admin try another unit's. */
const unitCatalogueOperations = [
  'AccessoryTypeUpdate',
  'AccessoryTypeDelete',
  'TuTestSampleCopy',
  'TuTestSampleDelete',
  'TuTestSampleGet',
  'TuTestSampleGetTree',
  'TuTestSampleImport',
  'TuTestSampleResetTemplate',
  'TuTestSampleUpdate',
];
/** Ids of units: apps/api/src/units/own-units.spec.ts tries another unit's. */
const unitOperations = ['UpdateTestUnit', 'UpdateConsginUnit', 'GetConsginUnitById', 'GetRecordChanges'];
/** Ids of notices: apps/api/src/notices/notices.spec.ts tries another unit's. */
const noticeOperations = ['NoticeGet', 'NoticeUpdate', 'NoticeSend', 'NoticeWithdraw', 'NoticeDelete'];
/** Ids of messages: apps/api/src/notifications/notifications.spec.ts tries somebody else's. */
const notificationOperations = ['ReadNotifications', 'ResendNotification'];
/** Ids of accounts: apps/api/src/users/users.spec.ts tries another unit's. */
const userOperations = ['GetUser', 'UpdateUser', 'DeleteUser'];

/** Ids that systems of laboratories name: apps/api/src/lab-systems/ilis.spec.ts tries another unit's. */
const labSystemOperations = [
  'GetConsignInfoDetail',
  'ILISIntegrationGetConsignLog',
  'PushConsignBillGenStatus',
  'PushConsignStatus',
  'PushReportInfo',
  'UploadLabReport',
];

const ID_NAMES = [
  'id',
  'ids',
  'consignid',
  'consigninfoid',
  'consigninfoids',
  'consignids',
  'consignmentid',
  'foreignkey',
  'reportid',
  'reportids',
];

let service: Service;
let foreignIds: ForeignIds;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  const { id, samples } = await createConsignmentAt(service, 20);
  const client = await service.as('client1');
  const { id: otherId } = await createSubmittableDraft(client);
  const { id: attachmentId } = await client.do(uploadAccessory, {
    body: { foreignKey: otherId },
    file: { name: '委托书.pdf', content: fileOf['.pdf'] },
  });
  foreignIds = {
    id,
    sampleId: samples[0]?.id ?? '',
    otherId,
    attachmentId,
    reportId: (await registerNewReport(await service.as('lab1'), (await createConsignmentAt(service, 60)).id)).reportId,
  };
});
afterAll(() => service.close());

/** Refused by status, or as the specification lets these calls refuse: success false, or the reason as a string. */
const isRefusal = ({ status, failure, result }: Reply<unknown>): boolean =>
  status === 403 ||
  status === 404 ||
  (status === 200 && (failure !== null || typeof result === 'string' || saysNo(result)));
const saysNo = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'success' in result && result.success === false;

const callAs = (caller: Client, operation: Operation, { query, body, file }: Input, revision: number) =>
  caller.call(operation, {
    query,
    ...(body ? { body } : {}),
    ...(file ? { file } : {}),
    headers: { 'if-match': `"${revision}"` },
  });

describe('ids of another unit', () => {
  it('are tested on every documented operation that takes one', async () => {
    type Documented = {
      operationId: string;
      parameters: { name: string; in: string }[];
      requestBody?: { content: Record<string, { schema: { properties?: object } }> };
    };
    const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Documented>>;
    };
    const taking = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters, requestBody }) => {
        const names = [
          ...parameters.map(({ name }) => name),
          ...Object.keys(
            (requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'])?.schema
              .properties ?? {},
          ),
        ];
        return names.some((name) => ID_NAMES.includes(name.toLowerCase()));
      });
    expect(taking.map(({ operationId }) => operationId).toSorted()).toEqual(
      [
        ...Object.keys(withIdsOf),
        ...catalogueOperations,
        ...labSystemOperations,
        ...publicOperations,
        ...platformOperations,
        ...unitCatalogueOperations,
        ...unitOperations,
        ...noticeOperations,
        ...notificationOperations,
        ...userOperations,
      ].toSorted(),
    );
  });

  it.each(Object.entries(withIdsOf))('are refused by %s, and nothing changes', async (name, inputOf) => {
    const operation = operations.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`the contract has no ${name}`);
    const owner = await service.as('client1');
    const current = await readConsignment(owner, foreignIds.id);
    for (const userName of ['client2', 'lab2']) {
      const reply = await callAs(await service.as(userName), operation, inputOf(foreignIds), current.revision);
      expect([userName, reply.status, reply.rawBody, isRefusal(reply)]).toEqual([
        userName,
        reply.status,
        reply.rawBody,
        true,
      ]);
      expect(JSON.stringify(reply.rawBody)).not.toContain(current.linkPersonPhone);
    }
    expect(await readConsignment(owner, foreignIds.id)).toEqual(current);
  });

  it('are refused together with the caller’s own ids, and the caller’s own consignment does not change', async () => {
    const [client2, commit] = [
      await service.as('client2'),
      operations.find(({ name }) => name === 'CommitConsignInfo'),
    ];
    if (!commit) throw new Error('the contract has no CommitConsignInfo');
    const ownDraft = await createSubmittableDraft(client2, { projectId: '084a197b-2dca-50e7-b05d-5dac220e3376' });
    const reply = await client2.call(commit, { query: { consignInfoIds: [ownDraft.id, foreignIds.otherId] } });
    expect(isRefusal(reply)).toBe(true);
    expect((await readConsignment(client2, ownDraft.id)).consignStatus).toBe(10);
    expect((await readConsignment(await service.as('client1'), foreignIds.otherId)).consignStatus).toBe(10);
  });
});
