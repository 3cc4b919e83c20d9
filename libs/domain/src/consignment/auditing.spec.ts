import { describe, it } from '@jest/globals';
import { specificationOf } from '../testing/specification.js';
import { added, committed, created, historyTo, people, sample, saved, settings } from '../testing/consignment-story.js';
import { consignment } from './consignment.js';

const given = specificationOf(consignment.decider);
const by = people.lab;
const pass = { type: 'PassAudit', by, remark: '齐全', limsConsignId: 'L-9' } as const;
const reject = { type: 'RejectAudit', by, remark: '缺资料' } as const;
const confirm = { type: 'ConfirmSample', by, remark: '', limsConsignId: 'L-9', settings } as const;
const giveBack = { type: 'ReturnSample', by, remark: '样品破损', settings } as const;

describe('The audit', () => {
  it('CL-026 passes to 30 or rejects to 40 with its reason, and from no other status', () => {
    given(...historyTo[20])
      .when(pass)
      .thenState({ consignStatus: 30, limsConsignId: 'L-9' });
    given(...historyTo[20])
      .when(reject)
      .thenState({ consignStatus: 40, rollbackCause: '缺资料' });
    for (const status of [30, 40, 50, 60, 70, 80, 90] as const) {
      given(...historyTo[status])
        .when(pass)
        .thenRefused('NOT_IN_THIS_STATUS');
      given(...historyTo[status])
        .when(reject)
        .thenRefused('NOT_IN_THIS_STATUS');
    }
  });

  it('VA-014 does not pass while parameters left to the laboratory are missing; rejecting is not blocked', () => {
    const left = sample({ isTestUnitConfirmTestParam: true, testReason: '进场', parameters: [] });
    const history = [
      created(),
      added(left),
      added(sample({ id: 'a-2', testUnitSampleName: '砂' })),
      saved(),
      committed,
    ];
    given(...history)
      .when(pass)
      .thenSays('请完善样品“水泥”的参数信息后再进行审核操作！');
    given(...history, { type: 'SampleSaved', data: { sample: { ...left, parameters: sample().parameters } } })
      .when(pass)
      .thenState({ consignStatus: 30 });
    given(...history)
      .when(reject)
      .thenState({ consignStatus: 40 });
  });

  it('needs a reason of at most 50 characters to reject', () => {
    given(...historyTo[20])
      .when({ ...reject, remark: ' ' })
      .thenSays('输入内容不能为空');
    given(...historyTo[20])
      .when({ ...reject, remark: '退'.repeat(51) })
      .thenRefused('REMARK_TOO_LONG');
    given(...historyTo[20])
      .when({ ...pass, remark: '过'.repeat(51) })
      .thenRefused('REMARK_TOO_LONG');
  });
});

describe('Receipt', () => {
  it('CL-027 is confirmed to 60, or the samples go back to 90 with the reason', () => {
    given(...historyTo[30])
      .when(confirm)
      .thenState({ consignStatus: 60, limsConsignId: 'L-9' });
    given(...historyTo[30])
      .when(giveBack)
      .thenState({ consignStatus: 90, rollbackCause: '样品破损' });
    given(...historyTo[30])
      .when({ ...giveBack, remark: '' })
      .thenSays('输入内容不能为空');
  });

  it('is not confirmed where the unit has switched that off', () => {
    const off = { ...settings, IsConsignSampleNeedConfirm: false };
    given(...historyTo[30])
      .when({ ...confirm, settings: off })
      .thenRefused('CONFIRMATION_SWITCHED_OFF');
    given(...historyTo[30])
      .when({ ...giveBack, settings: off })
      .thenRefused('CONFIRMATION_SWITCHED_OFF');
  });
});
