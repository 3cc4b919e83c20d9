import { describe, expect, it } from '@jest/globals';
import { consignmentEvents, decode } from '#events';
import {
  added,
  committed,
  confirmed,
  created,
  historyTo,
  laterStage,
  openState,
  passed,
  people,
  sample,
  saved,
  settings,
  signatureIds,
} from '#harness/domain/consignment-story';
import { specificationOf } from '#harness/domain/specification';
import { consignment } from './consignment.js';
import { actualFee } from './lifecycle.js';

const given = specificationOf(consignment.decider);
const by = people.lab;
const pass = { type: 'PassAudit', by, remark: '齐全', limsConsignId: 'L-9' } as const;
const reject = { type: 'RejectAudit', by, remark: '缺资料' } as const;
const confirm = { type: 'ConfirmSample', by, remark: '', limsConsignId: 'L-9', settings } as const;
const giveBack = { type: 'ReturnSample', by, remark: '样品破损', settings } as const;

describe('The audit', () => {
  it('CL-026 leads from status 20 to 30, or to 40 with the reason, and is refused at later statuses', () => {
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

  it('VA-014 cannot pass while parameters left to the laboratory are missing, but can reject', () => {
    const uncompleted = sample({ isTestUnitConfirmTestParam: true, testReason: '进场', parameters: [] });
    const history = [
      created(),
      added(uncompleted),
      added(sample({ id: 'a-2', testUnitSampleName: '砂' })),
      saved(),
      committed,
    ];
    given(...history)
      .when(pass)
      .thenSays('请完善样品“水泥”的参数信息后再进行审核操作！');
    given(...history, { type: 'SampleSaved', data: { sample: { ...uncompleted, parameters: sample().parameters } } })
      .when(pass)
      .thenState({ consignStatus: 30 });
    given(...history)
      .when(reject)
      .thenState({ consignStatus: 40 });
  });

  it('requires a reason to reject, and accepts at most 50 characters', () => {
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
  it('CL-027 leads to status 60, or to 90 with the reason if the samples are returned', () => {
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

  it('is refused if the testing unit has switched confirmation off', () => {
    const off = { ...settings, IsConsignSampleNeedConfirm: false };
    given(...historyTo[30])
      .when({ ...confirm, settings: off })
      .thenRefused('CONFIRMATION_SWITCHED_OFF');
    given(...historyTo[30])
      .when({ ...giveBack, settings: off })
      .thenRefused('CONFIRMATION_SWITCHED_OFF');
  });
});

const enter = (toStatus: 60 | 70 | 80, actFee: string | null = null, description = '缺委托书') =>
  ({ type: 'EnterLaterStage', by: people.lab, toStatus, description, actFee, settings, signatureIds }) as const;
const unsigned = [created(), added(), saved(), committed, passed, confirmed];

describe('Later stages', () => {
  it('are entered once from status 60, with the fee', () => {
    given(...historyTo[60])
      .when(enter(70, '88.5'))
      .then({ type: 'LaterStageEntered', data: { toStatus: 70, description: '缺委托书', actFee: '88.50' } });
    given(...historyTo[70])
      .when(enter(70))
      .thenNothing();
    given(...historyTo[70])
      .when(enter(70, '99'))
      .thenState({ consignStatus: 70, actFee: '99.00' });
    given(...historyTo[60])
      .when(enter(80, '1.234'))
      .thenRefused('FEE_INVALID');
  });

  it('store what has to be corrected until the consignment is submitted again or moves on', () => {
    given(...historyTo[60])
      .when(enter(70))
      .thenState({ consignStatus: 70, rollbackCause: '缺委托书' });
    given(...historyTo[60])
      .when(enter(70, null, ' '))
      .thenRefused('REASON_REQUIRED');
    given(...historyTo[60])
      .when(enter(80, null, ''))
      .thenState({ consignStatus: 80, rollbackCause: '' });
    given(...historyTo[70])
      .when(enter(80))
      .thenState({ consignStatus: 80, rollbackCause: '' });
    expect(openState(...historyTo[70], committed)).toMatchObject({ consignStatus: 20, rollbackCause: '' });
  });

  it('can be left for status 60 again if they were entered by mistake', () => {
    given(...historyTo[70])
      .when(enter(60))
      .thenState({ consignStatus: 60, rollbackCause: '' });
    given(...historyTo[80])
      .when(enter(60))
      .then({ type: 'LaterStageEntered', data: { toStatus: 60, description: '缺委托书', actFee: null } });
    given(...historyTo[60])
      .when(enter(60))
      .thenNothing();
    given(...historyTo[30])
      .when(enter(60))
      .thenRefused('NOT_IN_THIS_STATUS');
    given(...historyTo[80])
      .when({ ...enter(60), by: people.client })
      .thenRefused('ROLE_NOT_ALLOWED');
  });

  it('request the missing signatures at status 80 if the testing unit uses signatures', () => {
    given(...unsigned)
      .when(enter(80))
      .thenState({ consignStatus: 80, signatures: [{ id: 's-1' }, { id: 's-2' }, { id: 's-3' }] });
    given(...unsigned)
      .when(enter(70))
      .thenState({ signatures: [] });
    given(...unsigned)
      .when({ ...enter(80), settings: { ...settings, IsEnableConsignSign: false } })
      .thenState({ consignStatus: 80, signatures: [] });
  });
});

describe('The actual fee', () => {
  it('is stored with two decimals, and setting the same fee again causes no event', () => {
    const fee = (actFee: string) => ({ type: 'SetActualFee', by: people.lab, actFee }) as const;
    given(...historyTo[60])
      .when(fee('123.4'))
      .then({ type: 'ActualFeeSet', data: { actFee: '123.40' } });
    given(...historyTo[60], laterStage(80))
      .when(fee('120.5'))
      .thenNothing();
    given(...historyTo[60])
      .when(fee('-1'))
      .thenSays('实际费用须为不小于 0 的金额，最多两位小数');
    expect(['0', '980.5', ' 007 ', '999999999.99', '１２', '0,5'].map(actualFee)).toEqual([
      '0.00',
      '980.50',
      '7.00',
      '999999999.99',
      '12.00',
      '0.50',
    ]);
    for (const invalidFee of ['', '.5', '1.234', '1e3', '-0.01', '1000000000', '²'])
      expect(() => actualFee(invalidFee)).toThrow('FEE_INVALID');
    expect(() => actualFee('1,000')).toThrow('NUMBER_READS_TWO_WAYS');
  });
});

describe('The bill', () => {
  const bill = (billFile: string, billHash: string | null = null) =>
    ({ type: 'SetBill', by: people.lab, billFile, billHash }) as const;

  it('is a stored file or an address, and setting the same one again causes no event', () => {
    given(...historyTo[60])
      .when(bill('委托单.pdf', 'h-1'))
      .then({ type: 'BillGenerated', data: { billFile: '委托单.pdf', billHash: 'h-1' } });
    given(...historyTo[60])
      .when(bill('bill.pdf', 'h-1'))
      .thenState({ billFile: 'bill.pdf', billHash: 'h-1' });
    given(...historyTo[60])
      .when(bill('/bill.pdf'))
      .thenNothing();
    given(...historyTo[60])
      .when(bill(' '))
      .thenRefused('BILL_MISSING');
  });

  it.each(['https://lims.example/1.pdf?no=2', 'HTTP://lims.example:8080', '/logo.svg', '/bills/委托单.pdf'])(
    'may have the address %s',
    (address) =>
      given(...historyTo[60])
        .when(bill(address))
        .thenState({ billFile: address, billHash: null }),
  );

  it.each([
    'bill.pdf',
    'javascript:alert(1)',
    '//evil.example/1.pdf',
    '/\\evil.example',
    '/\t/evil.example',
    'https:///1.pdf',
    'ftp://lims.example/1.pdf',
    'data:text/html,1',
  ])('cannot have the address %s', (address) =>
    given(...historyTo[60])
      .when(bill(address))
      .thenRefused('BILL_ADDRESS_INVALID'),
  );

  it('that was fetched replaces its address, but no other bill', () => {
    const address = 'https://lims.example/1.pdf';
    const stored = { type: 'StoreBill', by: people.lab, address, billFile: '1.pdf', billHash: 'h-2' } as const;
    const at = (billFile: string) => ({ type: 'BillGenerated', data: { billFile, billHash: null } }) as const;
    given(...historyTo[60], at(address))
      .when(stored)
      .thenState({ billFile: '1.pdf', billHash: 'h-2' });
    given(...historyTo[60], at(address), { type: 'BillStored', data: { address, billFile: '1.pdf', billHash: 'h-2' } })
      .when(stored)
      .thenNothing();
    given(...historyTo[60], at('https://lims.example/2.pdf'))
      .when(stored)
      .thenNothing();
  });

  it('of an event of the first version is read as an address', () => {
    const stored = {
      type: 'BillGenerated',
      data: { billFile: 'https://lims.example/1.pdf' },
      metadata: { schemaVersion: 1 },
    };
    expect(openState(...unsigned, decode(consignmentEvents, stored))).toMatchObject({
      billFile: 'https://lims.example/1.pdf',
      billHash: null,
    });
  });
});
