import { describe, expect, it } from '@jest/globals';
import '../i18n/language.js';
import { textOf, type TextValues } from '../i18n/texts.js';
import { eventTexts, eventText, eventFactsText } from './event-descriptions.js';

const t = (key: keyof typeof eventTexts.zh, values?: TextValues) => textOf(eventTexts, key, values);

describe('the text of a consignment event', () => {
  it('names the action with its remark, amount or count', () => {
    expect(eventText({ type: 'AuditRejected', data: { toStatus: 40, remark: '缺少取样单' } }, t)).toBe(
      '审核不通过：缺少取样单',
    );
    expect(eventText({ type: 'AuditPassed', data: { toStatus: 30, remark: '', limsConsignId: 'x' } }, t)).toBe(
      '审核通过',
    );
    expect(eventText({ type: 'ActualFeeSet', data: { actFee: '1320' } }, t)).toBe('填写实际费用：1,320.00 元');
    expect(
      eventText({ type: 'LaterStageEntered', data: { toStatus: 70, description: '缺委托书', actFee: null } }, t),
    ).toBe('要求补正：缺委托书');
    expect(eventText({ type: 'SampleRemoved', data: { sampleIds: ['a', 'b'] } }, t)).toBe('删除样品：2 个样品');
  });

  it('is only the action if the content is withheld, and empty for an event of another stream', () => {
    expect(eventText({ type: 'SampleSaved', data: null }, t)).toBe('修改样品');
    expect(eventText({ type: 'toString', data: {} }, t)).toBeNull();
    expect(eventText({ type: 'UserRegistered', data: {} }, t)).toBeNull();
  });

  it('lists changes with old and new values, and counts all changes if it leaves some out', () => {
    const saved = { type: 'SampleSaved' as const, about: [], count: null, remark: '', signType: null, toStatus: null };
    expect(eventFactsText(saved, t, [{ name: '检测组数', how: 'changed', old: '1 组', new: '2 组' }])).toBe(
      '修改样品：检测组数 1 组 → 2 组',
    );
    expect(
      eventFactsText(saved, t, [
        { name: '检测参数', how: 'added', old: null, new: '密度' },
        { name: '备注', how: 'changed', old: '急', new: null },
        { name: '批号', how: 'changed', old: null, new: '7' },
      ]),
    ).toBe('修改样品：检测参数 + 密度；备注 急 → （空）；等 3 处');
  });
});
