import type { CatalogueSample, MaterialSample } from '#events';
import { readCount, type TypedCount } from '../numbers/typed-number.js';

/** Members of the form that few samples fill, as calls carry them: the sampler's name and certificate apart (SF-007). */
export type DetailsRequest = {
  afterTestOperateId?: string;
  extractUnit?: string;
  extractTime?: string;
  extractPerson?: string;
  extractPersonCardNum?: string;
  castingDate?: string;
  /** As it was typed. */
  ageWaitTime?: TypedCount | undefined;
  sampleCollectionRequirement?: string;
  isMaterial?: boolean;
  testSampleCount?: number | null | undefined;
  isNeedTempReport?: boolean;
  /** When the sample was added, UTC ISO; kept from then on. */
  createTime?: string | undefined;
};

const TEXTS = [
  'afterTestOperateId',
  'extractUnit',
  'extractTime',
  'castingDate',
  'sampleCollectionRequirement',
  'createTime',
] as const;

/** What of them is recorded: what was entered, and the codes the catalogue knows the sample by (SF-008). */
export const detailsOf = (
  request: DetailsRequest,
  { sysTestSampleId, testUnitSampleSysCode }: Pick<CatalogueSample, 'sysTestSampleId' | 'testUnitSampleSysCode'>,
): Partial<MaterialSample> => {
  const { extractPerson = '', extractPersonCardNum = '', testSampleCount } = request;
  const ageWaitTime = readCount(request.ageWaitTime);
  return {
    ...Object.fromEntries(TEXTS.flatMap((name) => (request[name] ? [[name, request[name]]] : []))),
    ...(extractPerson || extractPersonCardNum
      ? { sampler: { name: extractPerson, cardNo: extractPersonCardNum, phone: '' } }
      : {}),
    ...(ageWaitTime === null ? {} : { ageWaitTime }),
    ...(typeof testSampleCount === 'number' ? { testSampleCount } : {}),
    ...(request.isMaterial ? { isMaterial: true } : {}),
    ...(request.isNeedTempReport ? { isNeedTempReport: true } : {}),
    ...(sysTestSampleId ? { sysTestSampleId } : {}),
    ...(testUnitSampleSysCode ? { testUnitSampleSysCode } : {}),
  };
};
