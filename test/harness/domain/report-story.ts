import type { ReportEvent, ReportFile, ReportStatus } from '#events';
import { CLIENT_UNIT, CODE, LAB_UNIT } from './consignment-story.js';

/**
 * One report on the consignment of consignment-story.ts, with a history up to any status. Plain data: a spec overrides
 * the values that it tests.
 */
export const CONSIGNMENT = '0b6f6d2e-0000-4000-8000-000000000001';
export const REPORT = '4e900000-0000-4000-8000-000000000001';
export const ACCEPTED_AT = '2026-03-01T08:06:00.000Z';

const consignmentId = CONSIGNMENT;

export const registeredReport = (
  changes: Partial<Extract<ReportEvent, { type: 'ReportRegistered' }>['data']> = {},
): ReportEvent => ({
  type: 'ReportRegistered',
  data: {
    consignmentId,
    consignType: 1,
    consignCode: CODE,
    consignFormaNumber: 'lims-1',
    consignUnitId: CLIENT_UNIT,
    consignUnitName: '宁波路桥',
    testUnitId: LAB_UNIT,
    testUnitName: '浙东交通工程检测中心',
    projectName: '沿海高速公路',
    samples: [{ id: 'a-1', name: '水泥' }],
    acceptedAt: ACCEPTED_AT,
    toStatus: 10,
    reportNumber: 'BG-001',
    ...changes,
  },
});
export const reportFile: ReportFile = {
  hash: 'a'.repeat(64),
  name: '水泥检测报告.pdf',
  size: 1200,
  mediaType: 'application/pdf',
};
export const uploaded: ReportEvent = { type: 'ReportFileUploaded', data: { consignmentId, file: reportFile } };
export const statusChanged = (toStatus: ReportStatus): ReportEvent => ({
  type: 'ReportStatusChanged',
  data: { consignmentId, toStatus },
});
export const published: ReportEvent = { type: 'ReportPublished', data: { consignmentId, toStatus: 40 } };
export const mailed = (mailNumber: string, toStatus: ReportStatus = 50): ReportEvent => ({
  type: 'ReportMailNumberSet',
  data: { consignmentId, toStatus, mailNumber },
});
/** Collected by 王强 against a signature. */
export const pickedUp: ReportEvent = {
  type: 'ReportPickedUp',
  data: {
    consignmentId,
    toStatus: 60,
    signedAt: '2026-03-02T08:00:00.000Z',
    imageHash: 'd'.repeat(64),
    receiver: { name: '王强', phone: '' },
  },
};
export const withdrawn: ReportEvent = {
  type: 'ReportWithdrawn',
  data: { consignmentId, toStatus: 90, reason: '数据有误' },
};

const startedHistory = [registeredReport(), uploaded];

/** A history up to each status, with a file. */
export const reportHistoryTo: Record<ReportStatus, ReportEvent[]> = {
  10: startedHistory,
  20: [...startedHistory, statusChanged(20)],
  30: [...startedHistory, statusChanged(30)],
  40: [...startedHistory, published],
  50: [...startedHistory, published, mailed('SF-1')],
  60: [...startedHistory, published, statusChanged(60)],
  90: [...startedHistory, withdrawn],
};
