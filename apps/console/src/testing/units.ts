import type { ConsignUnit, TestUnit } from '#contract';

const trail = { isDeleted: false, creationTime: '2026-03-01T08:00:00.000Z', creatorUserId: 'u-admin', lastModificationTime: '2026-03-01T08:00:00.000Z', lastModifierUserId: 'u-admin' };

/** Testing units and consigning units as their administration gets them. */
export const testUnitWith = (some: Partial<TestUnit> = {}): TestUnit => ({
  id: '736e0494-c50f-5fb5-9296-7000562a5e79', revision: 3, unitNo: 'TU001', testUnitName: '浙东交通工程检测中心有限公司', shortName: '浙东', contactPhone: '0574-1', sheng: '浙江省', shi: '宁波市', shengShi: '浙江省宁波市', regAddress: '学士路618号', jtsyjcAddress: '', inroduce: '<p>从事公路检测</p>', regTime: '2010-05-08', logoPath: '',
  isActive: true, reportCount: 3, lmisType: 0, lmisurl: '', lmisIntegratedCode: '', iLISReportProgressQueryURL: '', origins: [], systemName: '', filingNumber: '浙ICP备1号', qualificationName: '公路工程综合甲级',
  tuQualification: [{ id: 'h1', name: '公路工程综合甲级', sysQualificationId: '11111111-0000-4000-8000-000000000001', testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79', orderIndex: 1, createTime: '' }],
  addresses: [{ id: 'a1', person: '样品室', personSex: '', personPhone: '13900000000', addressPoint: '', addressText: '浙江省宁波市', addressDetail: '学士路618号', tagTitle: '总部', isMain: true }], ...trail, ...some,
});

export const consignUnitWith = (some: Partial<ConsignUnit> = {}): ConsignUnit => ({
  id: '6aef726f-d59e-536d-ab28-6fc104bc2736', revision: 2, unitNo: 'CU001', name: '云岭交通建设集团第三工程公司', regPerson: '', regPhone: '', regTime: '2020-03-01', sheng: '浙江省', shi: '杭州市', detailAddress: '文一西路998号', description: '', logoPath: '', uninCode: '91330100MA000001X0', status: 1,
  addresses: [], ...trail, ...some,
});
