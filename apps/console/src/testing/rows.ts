import type { ConsignmentListRow } from '#contract';

const NAMES: Record<number, string> = {
  10: '填写中',
  20: '待审核',
  30: '待收样',
  40: '审核不通过',
  50: '已撤回',
  60: '已收样',
  70: '待补正',
  80: '待签名',
  90: '已退样',
};

/** The enumeration ConsignStatus as the server returns it. */
export const statusNames = Object.entries(NAMES).map(([value, name]) => ({ value: Number(value), name, text: name }));

/** A row of a list with its own id. */
export const rowWith = (some: Partial<ConsignmentListRow> = {}): ConsignmentListRow => {
  const status = some.consignStatus ?? 10;
  return {
    id: crypto.randomUUID(),
    revision: 4,
    consignCode: 'TU001-2026-00001',
    consignType: 1,
    consignTypeVal: '原材料预委托',
    consignStatus: status,
    consignStatusStr: NAMES[status] ?? '',
    consignUnit: '云岭交通建设集团第三工程公司',
    consignUnitId: 'u1',
    testUnitId: 't1',
    testUnitName: '浙东交通工程检测中心有限公司',
    testContent: '普通硅酸盐水泥',
    mailOrderNumber: '',
    sendSampleType: 2,
    projectName: '云岭至安溪高速公路工程',
    contractSectName: 'TJ-1标',
    sendPerson: '陈志远',
    sendPersonPhone: '13800000001',
    consignFormaNumber: '',
    commitConsignTime: '2026-11-19T08:42:00.000Z',
    creationTime: '2026-11-18T08:00:00.000Z',
    statusSince: '2026-11-19T08:42:00.000Z',
    expectTestTime: null,
    sampleCount: 1,
    isConsignBillGened: false,
    consignBillFile: '',
    testUnitIsLimsCust: true,
    rollbackCause: '',
    witnessSigningPending: false,
    witnessNotifiedAt: null,
    incompleteSamples: 0,
    actFee: null,
    ...some,
  };
};
