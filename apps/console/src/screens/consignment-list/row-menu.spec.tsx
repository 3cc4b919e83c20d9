import { describe, expect, it } from '@jest/globals';
import { ROLE } from '#events';
import { disabledReason } from '../../consignment/actions.js';
import '../../i18n/language.js';
import { embeddingOrigin } from '../../lib/embedding-origin.js';
import { client, laboratory } from '../../testing/render.js';
import { rowWith } from '../../testing/rows.js';
import { rowActions } from './row-menu.js';

const enabledActions = (row: Parameters<typeof rowActions>[0], user = client) =>
  rowActions(row, user)
    .filter(({ reason }) => reason === null)
    .map(({ name }) => name);
const ALWAYS = ['copy', 'history', 'log', 'preview', 'pdf'];

describe('the row actions of a client', () => {
  // Written by hand from 000 section 4.
  it.each([
    [10, ['edit', 'submit', 'cancel', 'setMailNumber']],
    [20, ['view', 'cancel', 'setMailNumber']],
    [30, ['view', 'cancel', 'setMailNumber']],
    [40, ['edit', 'submit', 'cancel', 'setMailNumber']],
    [50, ['view', 'reedit', 'delete']],
    [60, ['view']],
    [70, ['edit', 'submit', 'setMailNumber']],
    [80, ['view', 'sign', 'cancel']],
    [90, ['edit', 'submit', 'cancel', 'setMailNumber']],
  ] as const)('LS-003 are those of the specification in status %d', (consignStatus, actions) => {
    expect(new Set(enabledActions(rowWith({ consignStatus })))).toEqual(new Set([...actions, ...ALWAYS]));
  });

  it('LS-003 allow setting a mail number only for samples that are sent by mail', () => {
    const action = (sendSampleType: number) =>
      rowActions(rowWith({ consignStatus: 20, sendSampleType }), client).find(({ name }) => name === 'setMailNumber');
    expect([action(1)?.reason, action(2)?.reason]).toEqual([expect.stringContaining('邮寄'), null]);
  });

  it('LS-003 include printing the bill at 60 only for a platform customer with a generated bill', () => {
    const at60 = (some: object) =>
      enabledActions(
        rowWith({ consignStatus: 60, isConsignBillGened: true, testUnitIsLimsCust: true, ...some }),
      ).includes('print');
    expect([
      at60({}),
      at60({ isConsignBillGened: false }),
      at60({ testUnitIsLimsCust: false }),
      at60({ consignStatus: 80 }),
    ]).toEqual([true, false, false, false]);
  });

  it('LS-003 allow notifying witnesses at 60 while a signature is pending, but not again within 24 hours', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const reason = (some: object) =>
      disabledReason(
        'notifyWitness',
        rowWith({ consignStatus: 60, witnessSigningPending: true, ...some }),
        client,
        now,
      );
    expect(reason({})).toBeNull();
    expect(reason({ witnessNotifiedAt: '2026-11-19T11:00:00Z' })).toBeNull();
    expect(reason({ witnessNotifiedAt: '2026-11-19T13:00:00Z' })).toBe('距上次通知见证人未超过24小时！');
    expect(reason({ witnessSigningPending: false })).toBe('没有待签名的见证人');
    expect(reason({ consignStatus: 30 })).toBe('待收样，不能通知见证人');
  });

  it('have a reason when they are disabled', () => {
    const row = rowWith({ consignStatus: 60 });
    expect(disabledReason('cancel', row, client)).toBe('已收样，不能撤回');
    expect(disabledReason('submit', rowWith({ consignStatus: 50 }), client)).toBe('请先保存委托再提交');
    expect(disabledReason('submit', rowWith({ sampleCount: 0 }), client)).toBe('请添加样品信息!');
    expect(disabledReason('submit', row, { roles: [ROLE.auditor] })).toBe('当前角色不能提交');
  });
});

describe('the row actions of other roles', () => {
  it('include the audit for a laboratory', () => {
    expect(enabledActions(rowWith({ consignStatus: 20 }), laboratory)).toEqual([
      'audit',
      'history',
      'log',
      'preview',
      'pdf',
    ]);
  });

  it('leave out the history inside a laboratory’s system, where it cannot be shown', () => {
    embeddingOrigin.set('https://lims.example.com');
    expect(enabledActions(rowWith({ consignStatus: 20 }), laboratory)).toEqual(['audit', 'log', 'preview', 'pdf']);
    embeddingOrigin.set(null);
  });

  it('are view, history, log and preview for an auditor', () => {
    expect(enabledActions(rowWith({ consignStatus: 20 }), { ...client, roles: [ROLE.auditor] })).toEqual([
      'view',
      'history',
      'log',
      'preview',
    ]);
  });
});
