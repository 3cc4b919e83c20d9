import {
  createBuSampleParamInfo,
  createRawMateriaConsingInfo,
  getBuSampleInfo,
  getConsingInfo,
  saveBuSampleInfo,
  saveConsignInfo,
  uploadAccessory,
  type SaveConsignmentRequest,
  type ConsignmentView,
} from '#contract';
import { consignment, currentDraftNames } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import type { ConsignType, FrozenNames } from '#events';
import { fileOf } from '../files/files.js';
import type { Client } from '../service/client.js';
import type { Service } from '../service/service.js';
import { LAB1, type Laboratory } from './units.js';

/** Projects of client1's and client2's units. */
export const PROJECT1 = '5da22e27-e2dd-51ea-b4d0-59ecf5c6a5fd';
export const PROJECT2 = '084a197b-2dca-50e7-b05d-5dac220e3376';

/** 普通硅酸盐水泥 and some of its parameters: 90 and 100 yuan, and two that share 240 yuan. */
export const CEMENT = 'd31e387b-6db1-5e1f-b5a9-4113d4557372';
export const DENSITY = 'af62f129-d832-5399-b213-b25a5622a8f5';
export const SURFACE = '256002cc-564b-51cc-940b-6dc05043bbfc';
export const CONSISTENCY = 'ba403a39-f2e0-5b32-83d2-500d93a2ed1d';
export const SETTING_TIME = '0c809c08-4095-52a1-adc8-68125d981316';

/** A form that passes every rule, without an id. */
export const filledHeader = (
  { testUnitId, testUnitAddressId, tuqualificationId }: Laboratory = LAB1,
  consignType: ConsignType = 1,
): Omit<SaveConsignmentRequest, 'id'> => ({
  testUnitId,
  testUnitAddressId,
  tuqualificationId,
  projectId: null,
  linkPerson: '陈志远',
  linkPersonPhone: '13800000001',
  reportCount: 3,
  expectTestTime: consignType === 1 ? null : '2099-12-01T09:00:00+08:00',
});

export type DraftOptions = {
  lab?: Laboratory;
  consignType?: ConsignType;
  projectId?: string;
  changes?: Partial<SaveConsignmentRequest>;
};

/** A draft right after it was created. */
export const startConsignment = (client: Client, consignType: ConsignType = 1): Promise<ConsignmentView> =>
  client.do(createRawMateriaConsingInfo, { query: { consignType } });

/** A saved draft without samples. */
export const createDraft = async (
  client: Client,
  { lab = LAB1, consignType = 1, projectId = PROJECT1, changes = {} }: DraftOptions = {},
): Promise<ConsignmentView> => {
  const { id } = await startConsignment(client, consignType);
  return client.do(saveConsignInfo, { body: { ...filledHeader(lab, consignType), projectId, ...changes, id } });
};

/** Adds a cement sample and returns its id. */
export const addCement = (
  client: Client,
  consignId: string,
  parameters: string[] = [DENSITY],
  changes: object = {},
): Promise<string> =>
  client.do(createBuSampleParamInfo, {
    body: {
      consignId,
      tuTestSampleDTO: { id: CEMENT, sampleName: '' },
      tuTestParamDtos: parameters.map((tuTestParamId) => ({ tuTestParamId })),
      ...changes,
    },
  });

/** Enters the sampler of a sample. */
export const saveSampler = async (
  client: Client,
  id: string,
  extractPerson: string,
  extractPersonCardNum: string,
): Promise<void> => {
  const view = await client.do(getBuSampleInfo, { query: { id } });
  const inputMethod = view.inputMethod === 0 ? 0 : 1;
  await client.do(saveBuSampleInfo, {
    body: { ...view, buSampleParamPackInfo: null, inputMethod, extractPerson, extractPersonCardNum },
  });
};

/** Adds a file for all samples of the consignment, if the laboratory requires one for the submission. */
export const addRequiredFile = async (
  client: Client,
  consignId: string,
  { requiredFileType }: Laboratory = LAB1,
): Promise<void> => {
  if (requiredFileType)
    await client.do(uploadAccessory, {
      body: { foreignKey: consignId, accessoryType: consignId, accessoryTypeID: requiredFileType },
      file: { name: '影像.jpg', content: fileOf['.jpg'] },
    });
};

/** A saved draft with one complete sample: ready to be submitted. */
export const createSubmittableDraft = async (client: Client, options: DraftOptions = {}): Promise<ConsignmentView> => {
  const { id } = await createDraft(client, options);
  await addCement(client, id);
  await addRequiredFile(client, id, options.lab);
  return client.do(getConsingInfo, { query: { id } });
};

/** The current names of units and project in the printed form of a draft. */
export const readPrintedNames = async ({ engines: { eventStore } }: Service, id: string): Promise<FrozenNames> => {
  const { state } = await load(eventStore, consignment, id);
  const names = state.phase === 'absent' ? null : await currentDraftNames(eventStore, state);
  if (!names) throw new Error(`${id} is no draft`);
  return names;
};
