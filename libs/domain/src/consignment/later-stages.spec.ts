import { describe, expect, it } from '@jest/globals';
import { consignmentEvents, decode } from '#events';
import { specificationOf } from '../testing/specification.js';
import {
  added,
  committed,
  confirmed,
  created,
  historyTo,
  later,
  openState,
  passed,
  people,
  saved,
  settings,
  signatureIds,
} from '../testing/consignment-story.js';
import { actualFee } from './actual-fee.js';
import { consignment } from './consignment.js';

const given = specificationOf(consignment.decider);
const enter = (toStatus: 60 | 70 | 80, actFee: string | null = null, description = '缺委托书') =>
  ({ type: 'EnterLaterStage', by: people.lab, toStatus, description, actFee, settings, signatureIds }) as const;
const unsigned = [created(), added(), saved(), committed, passed, confirmed];

describe('Later stages', () => {
  it('are entered from 60 with the fee, and once', () => {
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

  it('say what is to be corrected until the consignment is submitted again or goes on', () => {
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

  it('are left for 60 again when they were entered by mistake', () => {
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

  it('ask for the signatures that are missing when one is awaited, where the unit signs', () => {
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
  it('is stored with two decimals, and an unchanged one is no news', () => {
    const fee = (actFee: string) => ({ type: 'SetActualFee', by: people.lab, actFee }) as const;
    given(...historyTo[60])
      .when(fee('123.4'))
      .then({ type: 'ActualFeeSet', data: { actFee: '123.40' } });
    given(...historyTo[60], later(80))
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
    for (const wrong of ['', '.5', '1.234', '1,000', '1e3', '-0.01', '1000000000', '²'])
      expect(() => actualFee(wrong)).toThrow('FEE_INVALID');
  });
});

describe('The bill', () => {
  const bill = (billFile: string, billHash: string | null = null) =>
    ({ type: 'SetBill', by: people.lab, billFile, billHash }) as const;

  it('is a file of ours or an address, and the same one is no news', () => {
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
    'may lie at %s',
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
  ])('does not lie at %s', (address) =>
    given(...historyTo[60])
      .when(bill(address))
      .thenRefused('BILL_ADDRESS_INVALID'),
  );

  it('that was fetched takes the place of its address, and of no other bill', () => {
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

  it('of an older event is an address', () => {
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
