import { v5 } from 'uuid';
import type { SampleView } from '#contract';
import type { ChosenParameter, Sample } from '#events';
import type { Shown } from '../consignments/unit-policy.js';
import { rawMaterialView } from './raw-material-view.js';

/** The whole sample form object; `isEditParams` lets the laboratory complete parameters that were left to it. */
export const sampleView = (stored: Sample, consignId: string, shown: Shown, isEditParams: boolean): SampleView => {
  const {
    parameters,
    pack,
    standards,
    properties,
    buSampleInfoRefSampleInfo: materials = [],
    materialSamples: _own,
    sampler,
    ...sample
  } = stored;
  return {
    ...sample,
    extractAddress: sample.extractAddress ?? '',
    ...detailsView(sample),
    extractPerson: sampler?.name ?? '',
    extractPersonCardNum: sampler?.cardNo ?? '',
    consignId,
    isEditParams,
    tuSampleParamIds: parameters.map((parameter) => parameterView(parameter, shown)),
    buSampleParamPackInfo: pack && { ...pack, id: pack.packFlag === 1 ? v5('pack', stored.id) : '' },
    buSampleUseBaseStandard: standards,
    buSamplePropertyInfo: properties.map((property) => ({
      listValue: [],
      inputHistory: [],
      deleteAble: false,
      isShowTest: false,
      ...property,
    })),
    buSampleChild: (sample.buSampleChild ?? []).map((piece) => ({
      ...piece,
      buTestSampleId: piece.buTestSampleId || sample.id,
    })),
    buSampleInfoRefSampleInfo: materials.map((row) => rawMaterialView(row, stored, shown)),
    deleteMaterialSampleInfoIds: [],
    testParamFee: shown.estimate ? sample.testParamFee : null,
  };
};

type Details =
  | 'afterTestOperateId'
  | 'extractUnit'
  | 'extractTime'
  | 'castingDate'
  | 'ageWaitTime'
  | 'sampleCollectionRequirement'
  | 'isMaterial'
  | 'testSampleCount'
  | 'isNeedTempReport'
  | 'sysTestSampleId'
  | 'testUnitSampleSysCode'
  | 'createTime'
  | 'isNew';

/** Members that few samples fill, and samples of before do not have (SF-007, SF-008). */
const detailsView = (sample: Pick<Sample, Details>) => ({
  afterTestOperateId: sample.afterTestOperateId ?? '',
  extractUnit: sample.extractUnit ?? '',
  extractTime: sample.extractTime ?? '',
  castingDate: sample.castingDate ?? '',
  ageWaitTime: sample.ageWaitTime ?? null,
  sampleCollectionRequirement: sample.sampleCollectionRequirement ?? '',
  isMaterial: sample.isMaterial ?? false,
  testSampleCount: sample.testSampleCount ?? null,
  isNeedTempReport: sample.isNeedTempReport ?? false,
  sysTestSampleId: sample.sysTestSampleId ?? '',
  testUnitSampleSysCode: sample.testUnitSampleSysCode ?? '',
  createTime: sample.createTime ?? '',
  isNew: sample.isNew ?? false,
});

/** A hidden unit price hides the row's fee with it: with a count of 1 the one would tell the other. */
const parameterView = (
  { standards, ...parameter }: ChosenParameter,
  { prices, estimate }: Shown,
): SampleView['tuSampleParamIds'][number] => ({
  ...parameter,
  tuTestParamPrice: prices ? parameter.tuTestParamPrice : null,
  sharedPrice: prices ? parameter.sharedPrice : null,
  totalFee: prices && estimate ? parameter.totalFee : null,
  buSampleParamUseBaseStandard: standards,
});
