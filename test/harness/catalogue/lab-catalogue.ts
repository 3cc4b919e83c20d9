import type { StubLaboratory } from './stub-laboratory.js';

/** Ids in the format of laboratory systems, without dashes. */
export const LAB_BIG_CATEGORY = 'aaaa000000004000800000000000a001';
export const LAB_SAMPLE = 'aaaa000000004000800000000000a002';
export const LAB_PARAMETER = 'aaaa000000004000800000000000a003';
export const LAB_STANDARD = 'aaaa000000004000800000000000a004';
export const LAB_QUALIFICATION = 'aaaa000000004000800000000000a005';

const standard = {
  standardId: LAB_STANDARD,
  standardName: '硅灰试验方法',
  publishCode: 'LAB 1-2026',
  clauseCode: '5.1',
  type: 3,
  useType: '3',
  uniqueKey: 'lab-1',
  isDefault: true,
  executeDate: '2026-01-01T00:00:00',
  expireDate: null,
};

/** A parameter as a laboratory sends it: prices as numbers, ids without dashes, unknown values as null. */
export const labParameter = (changes: object = {}) => ({
  id: LAB_PARAMETER,
  code: null,
  name: '活性指数',
  displayName: null,
  remark: null,
  orderNum: 1,
  prices: [{ type: 1, price: 321.5, qualifier: null }],
  sharedPriceQualifier: null,
  sharedPrice: null,
  testQuantity: null,
  paramWorkDay: 7,
  deleted: false,
  preConsignShow: true,
  standards: [standard],
  basis: [standard],
  criteria: [],
  defaultSampleDescription: '<p onclick="x()">5 kg</p>',
  ...changes,
});

/** One sample with everything that belongs to it. */
export const addLabCatalogue = (lab: StubLaboratory): void => {
  const leaf = { id: LAB_SAMPLE, name: '硅灰', label: '硅灰', category: false, isLeaf: true, children: null };
  const sampleTree = [
    {
      id: LAB_BIG_CATEGORY,
      name: '掺合料',
      label: '掺合料',
      category: true,
      isLeaf: false,
      parentId: null,
      children: [leaf],
    },
  ];
  for (const path of ['pre/sample/tree', 'pre/category/list', 'pre/category/sample'])
    lab.setPayload(path, { sampleTree });
  lab.setPayload(`pre/category/sample/${LAB_BIG_CATEGORY}`, { sampleTree: [leaf] });
  lab.setPayload('pre/test/param', [labParameter()]);
  lab.setPayload('pre/other/info', {
    properties: [
      {
        testSamplePropertyId: LAB_STANDARD,
        testSamplePropertyDisplayName: '规格',
        testSamplePropertySystemName: 'spec',
        value: 'SF96',
        orderNum: 1,
      },
    ],
    sampleNumUnit: 'kg',
    delegatesNumUnit: 't',
    defaultDelegatesNum: 30,
    defaultAfterTestOperate: '',
  });
  lab.setPayload('pre/standard', [standard]);
  lab.setPayload('pre/param/standard', [
    { paramId: LAB_PARAMETER, paramName: '活性指数', standards: [standard], basis: [standard] },
  ]);
  lab.setPayload('pre/standard/list', {
    items: [
      { id: LAB_STANDARD, baseStandardName: '硅灰试验方法', printsManCode: 'LAB 1-2026', type: 3, uniqKey: 'lab-1' },
    ],
    totalCount: 25,
  });
  lab.setPayload('pre/param/list', {
    items: [{ id: LAB_PARAMETER, name: '活性指数', sampleId: LAB_SAMPLE, sampleName: '硅灰' }],
    totalCount: 1,
  });
  lab.setPayload('pre/param-packs', [{ id: LAB_STANDARD, name: '全项', paramCount: 1 }]);
  lab.setPayload(`pre/param-pack/${LAB_STANDARD}`, {
    id: LAB_STANDARD,
    name: '全项',
    entries: [{ param: { id: LAB_PARAMETER, name: '活性指数' }, standards: [], basis: [] }],
  });
  lab.setPayload('pre/requirements', [
    {
      id: null,
      defaultSampleDescription:
        '<p>取样 5 kg</p><script>x()</script><img src="/RichTextImages/00000000-0000-4000-8000-000000000001.png">',
    },
  ]);
  lab.setPayload('pre/materials', [
    { id: LAB_SAMPLE, label: '硅灰', categoryId: LAB_BIG_CATEGORY, sampleNameLink: '掺合料 → 硅灰' },
  ]);
  lab.setPayload('pre/sample-example', [
    { name: '示例', url: 'data:image/png;base64,AAAA' },
    { name: '别处', url: 'https://elsewhere.example.com/x.png' },
  ]);
  lab.setPayload('pre/concat-rules', [
    {
      id: LAB_STANDARD,
      sampleId: LAB_SAMPLE,
      name: '规格',
      separator: ' ',
      configData: [{ name: '规格', displayName: '规格', infoType: 1, orderNo: 1, value: 'SF96' }],
    },
  ]);
  lab.setPayload('pre/qualification/list', [{ id: LAB_QUALIFICATION, name: '检测系统资质' }]);
  lab.setPayload('dictionaryController.do', [{ id: 'm1', typecode: 'LABX', typename: '实验室专送' }]);
  lab.setPayload('pre/dictionary', [{ id: 'u1', typecode: '袋', typename: '袋' }]);
  lab.setPayload('dictionaryController/types', [{ id: 'h1', typename: '留样一年' }]);
  lab.setPayload('pre/consignDefaultValues', {
    consginTestType: '仲裁检测',
    reportCount: 5,
    qualificationId: LAB_QUALIFICATION,
    qualificationName: '检测系统资质',
  });
  lab.setPayload('pre/customProperty/consign', [
    { id: 'f1', columnIndex: 1, columnName: '#批次', columnType: 'text', value: 'A' },
  ]);
  lab.setPayload('pre/business-param', { USING_RECOMMENDED_PARAMETER_STANDARD: 'Y' });
  lab.setPayload('pre/attachment', [{ id: 'a1', attachmentName: '实验室附件.pdf' }]);
};
