import {
  ROLE,
  type Actor,
  type Attachment,
  type ConsignmentEvent,
  type ConsignmentHeader,
  type ConsignStatus,
  type Sample,
} from '#events';
import type { ActionName } from '../../../libs/domain/src/consignment/transitions.js';
import type { ConsignmentCommand, SignatureIds } from '../../../libs/domain/src/consignment/commands.js';
import { evolve } from '../../../libs/domain/src/consignment/consignment.js';
import { newHeader } from '../../../libs/domain/src/consignment/editing.js';
import {
  type Consignment,
  type OpenConsignment,
  type UnitSettings,
  unitSettingsOf,
} from '../../../libs/domain/src/consignment/state.js';

/**
 * One consignment and its people, with a history up to any status. Plain data: a spec overrides the values that it
 * tests.
 */
export const CLIENT_UNIT = 'c1000000-0000-4000-8000-000000000001';
export const LAB_UNIT = '1ab00000-0000-4000-8000-000000000001';
export const OTHER_LAB = '1ab00000-0000-4000-8000-000000000002';
export const AT = '2026-03-01T08:00:00.000Z';
export const CODE = 'TU001-2026-00001';

export const people = {
  client: { userId: 'u-client', role: ROLE.client, unitId: CLIENT_UNIT },
  otherClient: { userId: 'u-other-client', role: ROLE.client, unitId: 'c1000000-0000-4000-8000-000000000002' },
  lab: { userId: 'u-lab', role: ROLE.lab, unitId: LAB_UNIT },
  otherLab: { userId: 'u-other-lab', role: ROLE.lab, unitId: OTHER_LAB },
  admin: { userId: 'u-admin', role: ROLE.admin, unitId: null },
  auditor: { userId: 'u-auditor', role: ROLE.auditor, unitId: null },
  operator: { userId: 'u-operator', role: ROLE.operator, unitId: null },
} satisfies Record<string, Actor>;

export const settings: UnitSettings = { ...unitSettingsOf({ IsEnableConsignSign: true }), testUnitIsLimsCust: true };
export const signatureIds: SignatureIds = {
  consignor: 's-1',
  owner: 's-2',
  supervision: 's-3',
  witnessId: (signType, position) => `s-${signType}-${position}`,
};

export const header = (changes: Partial<ConsignmentHeader> = {}): ConsignmentHeader => ({
  ...newHeader(),
  testUnitId: LAB_UNIT,
  testUnitName: '浙东交通工程检测中心',
  projectId: 'p-1',
  projectName: '沿海高速公路',
  tuqualificationId: 'q-1',
  tuqualificationName: '公路工程综合甲级',
  contact: { name: '陈工', phone: '010-12345' },
  sendSampleType: 2,
  mailOrderNumber: 'SF1',
  mailPayType: 2,
  needWitnessUnit: true,
  ownerWitnesses: [{ name: '张三', cardNo: '1', phone: '13800000001' }],
  supervisionWitnesses: [{ name: '李四', cardNo: '2', phone: '13800000002' }],
  needConstructionWitnessPersonSign: true,
  needWitnessPersonSign: true,
  ...changes,
});

export const sample = (changes: Partial<Sample> = {}): Sample => ({
  id: 'a-1',
  testUnitSampleId: 't-1',
  testUnitSampleName: '水泥',
  sampleCode: 'SN',
  bigCategoryId: 'b-1',
  sampleNameLink: '水泥',
  inputMethod: 1,
  testGroupCount: 1,
  testPointCount: 1,
  testPart: '',
  projectOrPurpose: '',
  projectUnit: '',
  sampleNum: '1',
  sampleNumUnit: '组',
  delegatesNum: '',
  delegatesNumUnit: '',
  afterTestOperate: '',
  testSampleDescription: '',
  memo: '',
  specificationType: '',
  specificationBuildMethod: '',
  isNeedConclusion: true,
  isTestUnitConfirmTestParam: false,
  testReason: '',
  parameters: [parameter],
  pack: null,
  standards: [],
  properties: [],
  testParamFee: '100.00',
  ...changes,
});

export const parameter: Sample['parameters'][number] = {
  tuTestParamId: 'x-1',
  tuTestParamCode: 'X1',
  tuTestParamName: '抗压强度',
  tuTestParamDescription: '',
  tuTestParamPrice: '100',
  testParamPriceType: 1,
  totalFee: '100.00',
  tuTestParamCount: 1,
  paramWorkDay: null,
  sharedPriceQualifier: '',
  sharedPrice: null,
  testCount: null,
  sharedTestCount: null,
  sharedTestCountName: '',
  sharedTestCountUnit: '',
  standards: [],
};

export const attachment = (changes: Partial<Attachment> = {}): Attachment => ({
  id: 'f-1',
  name: '取样照片.jpg',
  size: 3,
  mediaType: 'image/jpeg',
  hash: 'a'.repeat(64),
  accessoryType: '',
  accessoryTypeID: '',
  readonly: false,
  addedAt: AT,
  ...changes,
});

/**
 * Parameters are left to the laboratory and completed by it: actions of both the client and the laboratory are allowed.
 */
export const completedByLab = sample({ isTestUnitConfirmTestParam: true, testReason: '进场验收' });

export const created = (
  changes: Partial<Extract<ConsignmentEvent, { type: 'ConsignmentCreated' }>['data']> = {},
): ConsignmentEvent => ({
  type: 'ConsignmentCreated',
  data: {
    toStatus: 10,
    consignType: 1,
    consignUnitId: CLIENT_UNIT,
    consignUnitName: '宁波路桥',
    header: header(),
    createdBy: 'u-client',
    createdAt: AT,
    ...changes,
  },
});
export const added = (newSample: Sample = completedByLab): ConsignmentEvent => ({
  type: 'SampleAdded',
  data: { sample: newSample },
});
export const saved = (savedHeader: ConsignmentHeader = header()): ConsignmentEvent => ({
  type: 'ConsignmentSaved',
  data: { toStatus: 10, header: savedHeader },
});
export const committed: ConsignmentEvent = {
  type: 'ConsignmentCommitted',
  data: { toStatus: 20, description: '', consignCode: CODE, committedAt: AT },
};
export const passed: ConsignmentEvent = {
  type: 'AuditPassed',
  data: { toStatus: 30, remark: '', limsConsignId: 'lims-1' },
};
export const rejected: ConsignmentEvent = { type: 'AuditRejected', data: { toStatus: 40, remark: '缺资料' } };
export const confirmed: ConsignmentEvent = {
  type: 'SampleConfirmed',
  data: { toStatus: 60, remark: '', limsConsignId: 'lims-1' },
};
export const returned: ConsignmentEvent = { type: 'SampleReturned', data: { toStatus: 90, remark: '样品破损' } };
export const cancelled: ConsignmentEvent = { type: 'ConsignmentCancelled', data: { toStatus: 50, description: '' } };
export const laterStage = (toStatus: 70 | 80): ConsignmentEvent => ({
  type: 'LaterStageEntered',
  data: { toStatus, description: toStatus === 70 ? '缺委托书' : '', actFee: '120.50' },
});
export const billed: ConsignmentEvent = { type: 'BillGenerated', data: { billFile: '/bill.pdf' } };
/** The consignor has signed, both witnesses have not. */
export const signatures: ConsignmentEvent = {
  type: 'SignatureRequested',
  data: {
    entries: ([1, 2, 3] as const).map((signType) => ({
      id: `s-${signType}`,
      signType,
      status: signType === 1 ? 1 : 0,
      senMsgStatus: 0,
      signMsgTime: null,
    })),
  },
};

const submittedHistory = [created(), added(), saved(), committed, signatures];
const receivedHistory = [...submittedHistory, passed, confirmed, billed];

/** A history up to each status in which no other rule prevents an action. */
export const historyTo: Record<ConsignStatus, ConsignmentEvent[]> = {
  10: [created(), added(), saved()],
  20: submittedHistory,
  30: [...submittedHistory, passed],
  40: [...submittedHistory, rejected],
  50: [...submittedHistory, cancelled],
  60: receivedHistory,
  70: [...receivedHistory, laterStage(70)],
  80: [...receivedHistory, laterStage(80)],
  90: [...submittedHistory, passed, returned],
};

export const stateOf = (...events: ConsignmentEvent[]): Consignment => events.reduce(evolve, { phase: 'absent' });

export const openState = (...events: ConsignmentEvent[]): OpenConsignment => {
  const state = stateOf(...events);
  if (state.phase !== 'open') throw new Error('This history leaves nothing open');
  return state;
};

/** A valid command for an action on this state; null for print, which has no command. */
export const commandFor = (action: ActionName, state: OpenConsignment, by: Actor): ConsignmentCommand | null => {
  const sampleId = state.samples[0]?.id ?? 'none';
  switch (action) {
    case 'save':
      return { type: 'SaveHeader', by, header: header({ memo: `${state.header.memo}.` }), settings };
    case 'submit':
      return { type: 'Submit', by, at: AT, description: '', consignCode: CODE, settings, signatureIds };
    case 'reedit':
      return { type: 'Reopen', by };
    case 'delete':
      return { type: 'Delete', by, description: '' };
    case 'cancel':
      return { type: 'Cancel', by, description: '' };
    case 'sign':
      return { type: 'Sign', by, at: AT, imageHash: null };
    case 'notifyWitness':
      return { type: 'NotifyWitness', by, at: AT };
    case 'print':
      return null;
    case 'copy':
      return {
        type: 'CopyConsignment',
        by,
        at: AT,
        sourceId: 'source',
        source: state,
        sampleIds: state.samples.map(({ id }) => `${id}-copy`),
      };
    case 'addSample':
      return { type: 'AddSample', by, sample: sample({ id: `a-${state.samples.length + 1}-${sampleId}` }), settings };
    case 'copySample':
      return { type: 'CopySample', by, sampleId, newSampleId: `${sampleId}-${state.samples.length}`, settings };
    case 'removeSample':
      return { type: 'RemoveSamples', by, sampleIds: [sampleId] };
    case 'attach':
      return {
        type: 'AddAttachment',
        by,
        attachment: attachment({
          id: `f-${state.attachments.length}`,
          accessoryTypeID: `t-${state.attachments.length}`,
        }),
        replaces: true,
      };
    case 'setMailNumber':
      return { type: 'SetMailNumber', by, mailOrderNumber: `${state.header.mailOrderNumber}2`.slice(-20) };
    case 'pass':
      return { type: 'PassAudit', by, remark: '', limsConsignId: 'lims-1' };
    case 'reject':
      return { type: 'RejectAudit', by, remark: '缺资料' };
    case 'confirm':
      return { type: 'ConfirmSample', by, remark: '', limsConsignId: 'lims-1', settings };
    case 'return':
      return { type: 'ReturnSample', by, remark: '样品破损', settings };
    case 'completeParameters':
      return {
        type: 'SaveSample',
        by,
        sample: {
          ...(state.samples.find((item) => item.isTestUnitConfirmTestParam) ?? sample()),
          parameters: [parameter, parameter],
          testParamFee: '200.00',
        },
      };
    case 'setActualFee':
      return { type: 'SetActualFee', by, actFee: state.actFee === '1.00' ? '2.00' : '1.00' };
    case 'setBill':
      return { type: 'SetBill', by, billFile: `/${state.billFile.slice(-20).replace(/^\//, '')}2`, billHash: null };
    case 'enterLaterStage':
      return {
        type: 'EnterLaterStage',
        by,
        toStatus: state.consignStatus === 80 ? 70 : 80,
        description: '缺委托书',
        actFee: null,
        settings,
        signatureIds,
      };
  }
};
