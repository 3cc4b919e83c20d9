import type { CatalogueSample } from '#events';

const NEW: CatalogueSample = {
  name: '',
  sampleCode: '',
  testUnitSampleSysCode: '',
  sysTestSampleId: '',
  categoryId: '',
  bigCategoryId: '',
  sampleNameLink: '',
  isLocaleItem: 0,
  orderNum: 0,
  qualificationIds: [],
  defaultInputMethod: '1',
  sampleNumUnit: '',
  delegatesNumUnit: '',
  defaultDelegatesNum: null,
  defaultAfterTestOperate: '',
  isMixDesign: false,
  parameters: [],
  properties: [],
  specificationRule: null,
  requirements: [],
  materials: [],
};

/** A sample nobody has named yet; it becomes its own system sample. */
export const newSample = (id: string): CatalogueSample => ({ ...NEW, sysTestSampleId: id });
