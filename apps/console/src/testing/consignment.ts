import type { ConsignmentView, OfferedParameter, ProjectRow, RawMaterialView, SampleRow, SampleView, TestingUnitRow, TreeNode } from '#contract';

export const UNIT_ID = '736e0494-c50f-5fb5-9296-7000562a5e79';
export const QUALIFICATION_ID = '02436995-636e-5509-b209-3174b6fa6e30';

/** A sample as the consignment's list shows it, complete. */
export const sampleRowWith = (some: Partial<SampleRow> = {}): SampleRow => ({
  id: crypto.randomUUID(), testUnitSampleId: crypto.randomUUID(), testUnitSampleName: '普通硅酸盐水泥', sampleNameLink: '水泥 → 通用硅酸盐水泥 → 普通硅酸盐水泥',
  testGroupCount: 2, specificationType: 'P·O 42.5', projectOrPurpose: '桥涵混凝土', testParams: '比表面积、凝结时间', totalFee: '440.00',
  isInputedTestParam: true, isTestUnitConfirmTestParam: false, isLackTestParam_Material: false, isLackReportFile_Material: false, projectUnit: '', testPart: '', paramText: '', ...some,
});

/** A draft whose form is complete, with one sample. */
export const consignmentWith = (some: Partial<ConsignmentView> = {}): ConsignmentView => ({
  id: crypto.randomUUID(), revision: 3, consignCode: '', consignStatus: 10, consignStatusStr: '填写中', consignType: 1, isSaved: true, rollbackCause: '', creationTime: '2026-11-18T08:00:00.000Z', consignTime: null, actFee: null, estimatedFee: '440.00',
  testUnitId: UNIT_ID, testUnitName: '浙东交通工程检测中心有限公司', testUnitAddressId: null, testUnitAddressDetail: '学士路北段618号', consignUnitId: 'u1', consignUnitName: '云岭交通建设集团第三工程公司', consignUnitAddress: '',
  projectId: '5da22e27-e2dd-51ea-b4d0-59ecf5c6a5fd', projectName: '云岭至安溪高速公路工程', contractSectName: '', tuqualificationId: QUALIFICATION_ID, tuqualificationName: '公路工程综合甲级', linkPerson: '陈志远', linkPersonPhone: '010-12345',
  constructionUnit: '', constructionJzunit: '', jzunit: '', consginTestType: '委托检测', consginTestTypeId: '', expectTestTime: null, sendSampleType: 1, mailOrderNumber: '', mailPayType: 1, getReportType: '1', reportCount: 3, memo: '',
  ext_ConsignBillFile: '', ext_ILISConsignID: '', sysParamConsignPrintType: '', testUnitConfig: {}, consignInfoProperties: [], needWitnessUnit: false, constructionJzperson: '', constructionJzcardNo: '', constructionJzphone: '', needConstructionWitnessPersonSign: false,
  jhperson: '', jzcardNo: '', jzphone: '', needWitnessPersonSign: false, buConsignInfoSign: [], testUnitIsLimsCust: false, isConsignBillGened: false, samples: [sampleRowWith()], ...some,
});

export const sampleViewWith = (some: Partial<SampleView> = {}): SampleView => ({
  id: crypto.randomUUID(), consignId: crypto.randomUUID(), bigCategoryId: crypto.randomUUID(), testUnitSampleId: crypto.randomUUID(), testUnitSampleName: '普通硅酸盐水泥', sampleCode: 'SN01', sampleNameLink: '水泥 → 普通硅酸盐水泥', inputMethod: 1,
  testGroupCount: 1, testPointCount: 1, testPart: '', projectOrPurpose: '', projectUnit: '', sampleNum: '1', sampleNumUnit: 'kg', delegatesNum: '500', delegatesNumUnit: 't', afterTestOperate: '检毕由检测机构处理', testSampleDescription: '', memo: '', extractAddress: '',
  afterTestOperateId: '', extractUnit: '', extractTime: '', extractPerson: '', extractPersonCardNum: '', castingDate: '', ageWaitTime: null, sampleCollectionRequirement: '', isMaterial: false, testSampleCount: null, isNeedTempReport: false, sysTestSampleId: '', testUnitSampleSysCode: '', createTime: '', isNew: false,
  specificationType: '', specificationBuildMethod: '', isNeedConclusion: true, isTestUnitConfirmTestParam: false, testReason: '', isEditParams: false, tuSampleParamIds: [], buSampleParamPackInfo: null, buSampleUseBaseStandard: [], buSamplePropertyInfo: [], buSampleChild: [], buSampleInfoRefSampleInfo: [], deleteMaterialSampleInfoIds: [], testParamFee: '0.00', ...some,
});

export const rawMaterialWith = (some: Partial<RawMaterialView> = {}): RawMaterialView => ({
  id: crypto.randomUUID(), buSampleInfoId: null, materialSampleInfoID: null, sampleName: '普通硅酸盐水泥', testUnitSampleID: crypto.randomUUID(), bigCategoryId: crypto.randomUUID(), sampleNameLink: '水泥 → 普通硅酸盐水泥',
  specificationType: '', specificationBuildMethod: '', produceInfo: '', produceBatchNo: '', extractAddress: '', isMaterial: true, isTest: true, isTestUnitConfirmTestParam: false,
  refBuSampleInfoId: null, beRefSampleId: null, refSampleId: null, consignCode: '', recommendedDosage: '', unitRatio: '', dosage: '', reportFile: null, testParams: '', testParamFee: null, ...some,
});

const standard = (code: string, useType: string, isDefault: boolean) => ({ standardId: crypto.randomUUID(), publishCode: code, clauseCode: '', type: useType === '1' ? 1 : 2, useType, uniqueKey: `std_${code}`, isDefault });

/** A parameter offered at 100.00 yuan with a default basis and evaluation standard. */
export const parameterWith = (some: Partial<OfferedParameter> = {}): OfferedParameter => {
  const basis = standard('JTG 3420-2020', '1', true);
  return {
    id: crypto.randomUUID(), code: 'P', name: '比表面积', displayName: '比表面积', remark: '', orderNum: 1, prices: [{ type: 1, price: '100.00', qualifier: '', scriptDescription: '' }], sharedPriceQualifier: '', sharedPrice: null,
    testQuantity: 0.3, shareTestQuantity: null, shareTestQuantityIdent: '', unitMeasure: 'kg', paramWorkDay: 2, deleted: false, preConsignShow: true,
    standards: [basis, standard('GB 175-2023', '2', true)], basis: [basis], criteria: [], tuTestParamPrice: '100.00', testParamPriceType: 1, offered: true, defaultSampleDescription: '', ...some,
  };
};

export const unitRow = (some: Partial<TestingUnitRow> = {}): TestingUnitRow => ({
  id: UNIT_ID, unitNo: 'TU001', testUnitName: '浙东交通工程检测中心有限公司', qualificationName: '公路工程综合甲级', sheng: '浙江省', shi: '宁波市', shengShi: '浙江省宁波市', contactPhone: '0574-5550-1101', regAddress: '', logoPath: '', isActive: true,
  addresses: [{ id: 'a1', personSex: '', addressPoint: '', addressText: '浙江省宁波市', addressDetail: '学士路北段618号', tagTitle: '总部', person: '样品室', personPhone: '13900000000', isMain: true }], tuQualification: [], ...some,
});

export const projectRow = (some: Partial<ProjectRow> = {}): ProjectRow => ({ id: crypto.randomUUID(), projectName: '云岭至安溪高速公路工程', projectCode: 'GS-2024-017', description: '', contractSectName: 'TJ-1标', consignUnitId: null, consignUnitName: '', constructionUnit: '', constructionJzunit: '建设指挥部', jzunit: '皖江监理', ...some });

export const treeNode = (some: Partial<TreeNode> & { name: string }): TreeNode => ({ id: crypto.randomUUID(), label: some.name, category: false, isLeaf: true, parentId: null, bigCategoryId: 'big', sampleNameLink: some.name, children: [], ...some });
