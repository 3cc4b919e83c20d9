import {
  cancelConsignInfo,
  commitConsignInfo,
  confirmSample,
  createBuSampleParamInfo,
  createRawMateriaConsingInfo,
  enterLaterStage,
  getAllUnit,
  getConsingInfo,
  getProjectList,
  getTestParameters,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
  saveConsignInfo,
  searchCategorySamples,
  type SaveConsignmentRequest,
  type ConsignmentView,
  type TreeNode,
} from '#contract';
import type { ConsignStatus } from '#events';
import type { Api } from './api.js';

/** Testing units of the demo data: lab1 and lab2 work for the first two, the third takes one sample a consignment. */
export const LAB1 = '浙东交通工程检测中心有限公司';
export const LAB2 = '江淮公路试验检测研究院';
export const ONE_SAMPLE_LAB = '岭南路桥检测技术有限公司';
export const PROJECT = '云岭至安溪高速公路工程';
export const QUALIFICATION = '公路工程综合甲级';

export type SampleInput = { name: string; parameters: string[]; leftToLab?: boolean };
/** 90.00 yuan, and 240.00 for two parameters that share one price. */
export const CEMENT: SampleInput = { name: '普通硅酸盐水泥', parameters: ['密度'] };
export const SHARED_CEMENT: SampleInput = {
  name: '普通硅酸盐水泥',
  parameters: ['密度', '标准稠度用水量', '凝结时间'],
};
export const SAND: SampleInput = { name: '机制砂（水泥混凝土用）', parameters: ['表观密度'] };

type DraftInput = { lab?: string; samples?: SampleInput[]; changes?: Partial<SaveConsignmentRequest> };

const leaves = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.category ? leaves(node.children) : [node]));
const findByName = <Thing>(items: readonly Thing[], nameOf: (item: Thing) => string, name: string): Thing => {
  const match = items.find((item) => nameOf(item) === name);
  if (!match) throw new Error(`There is no ${name} among ${items.map(nameOf).join(', ')}`);
  return match;
};

export const readConsignment = (api: Api, id: string, userName = 'client1'): Promise<ConsignmentView> =>
  api.do(userName, getConsingInfo, { query: { id } });

/** For the calls that must name the revision they are about. */
export const newestRevisionHeaders = async (api: Api, id: string): Promise<{ headers: Record<string, string> }> => ({
  headers: { 'if-match': `"${(await readConsignment(api, id)).revision}"` },
});

/** A consignment as it is right after 新建委托, of client1. */
export const startConsignment = (api: Api): Promise<ConsignmentView> =>
  api.do('client1', createRawMateriaConsingInfo, {});

/**
 * A saved draft of client1 for a testing unit, with samples of its catalogue; without them it can be saved but not
 * submitted.
 */
export const createDraft = async (
  api: Api,
  { lab = LAB1, samples = [CEMENT], changes = {} }: DraftInput = {},
): Promise<ConsignmentView> => {
  const { id } = await startConsignment(api);
  const unit = findByName(
    (await api.do('client1', getAllUnit, { query: { nameKey: lab } })).items,
    ({ testUnitName }) => testUnitName,
    lab,
  );
  const [project] = (await api.do('client1', getProjectList, { query: { search: PROJECT, getMyProject: 'true' } }))
    .items;
  await api.do('client1', saveConsignInfo, {
    body: {
      id,
      testUnitId: unit.id,
      testUnitAddressId: unit.addresses[0]?.id ?? null,
      tuqualificationId: unit.tuQualification[0]?.id ?? null,
      projectId: project?.id ?? null,
      linkPerson: '陈志远',
      linkPersonPhone: '13800000001',
      reportCount: 3,
      ...changes,
    },
  });
  for (const sample of samples) await addSample(api, id, unit.id, sample);
  return readConsignment(api, id);
};

export const addSample = async (
  api: Api,
  consignId: string,
  testUnitId: string,
  { name, parameters, leftToLab = false }: SampleInput,
): Promise<void> => {
  const { sampleTree } = await api.do('client1', searchCategorySamples, { query: { sampleName: name, testUnitId } });
  const sample = findByName(leaves(sampleTree), (node) => node.name, name);
  const availableParameters = leftToLab
    ? []
    : await api.do('client1', getTestParameters, { query: { sampleId: sample.id, testUnitId } });
  await api.do('client1', createBuSampleParamInfo, {
    body: {
      consignId,
      bigCategoryId: sample.bigCategoryId,
      sampleNameLink: sample.sampleNameLink,
      tuTestSampleDTO: { id: sample.id, sampleName: name },
      tuTestParamDtos: leftToLab
        ? []
        : parameters.map((parameter) => ({
            tuTestParamId: findByName(
              availableParameters,
              (parameter) => parameter.displayName || parameter.name,
              parameter,
            ).id,
          })),
      ...(leftToLab ? { isTestUnitConfirmTestParam: true, testReason: '验证进场材料' } : {}),
    },
  });
};

export type Step = 'submit' | 'withdraw' | 'pass' | 'reject' | 'confirm' | 'return' | 'correct' | 'sign';
const ROADS: Record<ConsignStatus, readonly Step[]> = {
  10: [],
  20: ['submit'],
  30: ['submit', 'pass'],
  40: ['submit', 'reject'],
  50: ['withdraw'],
  60: ['submit', 'pass', 'confirm'],
  70: ['submit', 'pass', 'confirm', 'correct'],
  80: ['submit', 'pass', 'confirm', 'sign'],
  90: ['submit', 'pass', 'return'],
};

/** Takes a consignment on by one step, as whoever does that step. */
export const step = async (api: Api, id: string, stepName: Step, comment: string = stepName): Promise<void> => {
  const enterStage = async (consignStatus: 70 | 80) =>
    void (await api.do('lab1', enterLaterStage, {
      query: { id },
      body: { consignStatus, description: comment },
      ...(await newestRevisionHeaders(api, id)),
    }));
  switch (stepName) {
    case 'submit':
      return void (await api.do('client1', commitConsignInfo, { query: { consignInfoIds: id, description: comment } }));
    case 'withdraw':
      return void (await api.do('client1', cancelConsignInfo, { body: { ids: id, description: comment } }));
    case 'pass':
      return void (await api.do('lab1', passAuditConsignInfo, { body: { ids: id, remark: comment } }));
    case 'reject':
      return void (await api.do('lab1', noPassAuditConsignInfo, { body: { ids: id, remark: comment } }));
    case 'confirm':
      return void (await api.do('lab1', confirmSample, { body: { ids: id, remark: comment } }));
    case 'return':
      return void (await api.do('lab1', noPassConfirmSample, { body: { ids: id, description: comment } }));
    case 'correct':
      return enterStage(70);
    case 'sign':
      return enterStage(80);
  }
};

/** A consignment of client1 in a status, taken there step by step; `comment` is every comment and reason on the way. */
export const createInStatus = async (
  api: Api,
  status: ConsignStatus,
  { comment, ...input }: DraftInput & { comment?: string } = {},
): Promise<ConsignmentView> => {
  const { id } = await createDraft(api, input);
  for (const stepName of ROADS[status]) await step(api, id, stepName, comment);
  const consignment = await readConsignment(api, id);
  if (consignment.consignStatus !== status)
    throw new Error(`The road to ${status} led to ${consignment.consignStatus}`);
  return consignment;
};
