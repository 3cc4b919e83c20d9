import type { KeptSample } from '#contract';
import { linkIn } from '#domain';
import type { CatalogueSample } from '#events';
import type { Holder } from './holder.js';
import type { Held, KnownNames } from './kept-samples.js';

/** A sample as those who keep it see it; its path and the names of its standards are those of today. */
export const toKeptSample = (
  holder: Holder,
  { id, sample, revision, origin, withdrawn }: Held,
  { standards, paths }: KnownNames,
): KeptSample => ({
  id,
  revision,
  testUnitId: holder?.testUnitId ?? null,
  sampleName: sample.name,
  sampleCode: sample.sampleCode,
  sysTestSampleId: sample.sysTestSampleId,
  levelCode: sample.levelCode ?? '',
  parentId: sample.categoryId,
  bigCategoryId: sample.bigCategoryId,
  sampleNameLink: linkIn(paths, sample),
  isLocaleItem: sample.isLocaleItem,
  description: sample.description ?? '',
  orderIndex: sample.orderNum,
  countRequire: sample.countRequire ?? '',
  sampleStatusRequire: sample.sampleStatusRequire ?? '',
  otherRequire: sample.otherRequire ?? '',
  defaultSampleDescription: requirementOf(sample)?.defaultSampleDescription ?? '',
  standards: (sample.standards ?? []).map(({ standardId, utype }) => ({
    sysBaseStandardId: standardId,
    name: standards.get(standardId)?.standardName ?? '',
    printsCode: standards.get(standardId)?.publishCode ?? '',
    utype,
  })),
  sampleNumUnit: sample.sampleNumUnit,
  delegatesNumUnit: sample.delegatesNumUnit,
  defaultDelegatesNum: sample.defaultDelegatesNum,
  afterTestOperate: sample.defaultAfterTestOperate,
  paramCount: sample.parameters.length,
  origin,
  isDeleted: withdrawn,
});

/** What is asked of the sample whatever is tested: the first requirement that names no parameter. */
export const requirementOf = ({
  requirements,
}: Pick<CatalogueSample, 'requirements'>): CatalogueSample['requirements'][number] | undefined =>
  requirements.find(({ paramIds }) => paramIds.length === 0);
