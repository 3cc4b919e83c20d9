import { describe, it } from '@jest/globals';
import { specificationOf } from '../testing/specification.js';
import { added, committed, confirmed, created, historyTo, passed, people, saved, settings, signatureIds } from '../testing/consignment-story.js';
import { consignment } from './consignment.js';

const given = specificationOf(consignment.decider);
const enter = (toStatus: 70 | 80, actFee: string | null = null) =>
  ({ type: 'EnterLaterStage', by: people.lab, toStatus, description: '待补', actFee, settings, signatureIds }) as const;
const unsigned = [created(), added(), saved(), committed, passed, confirmed];

describe('Later stages', () => {
  it('are entered from 60 with the fee, and once', () => {
    given(...historyTo[60]).when(enter(70, '88.5')).then({ type: 'LaterStageEntered', data: { toStatus: 70, description: '待补', actFee: '88.5' } });
    given(...historyTo[70]).when(enter(70)).thenNothing();
    given(...historyTo[70]).when(enter(70, '99')).thenState({ consignStatus: 70, actFee: '99' });
    given(...historyTo[60]).when(enter(80, '1.234')).thenRefused('FEE_INVALID');
  });

  it('ask for the signatures that are missing when one is awaited, where the unit signs', () => {
    given(...unsigned).when(enter(80)).thenState({ consignStatus: 80, signatures: [{ id: 's-1' }, { id: 's-2' }, { id: 's-3' }] });
    given(...unsigned).when(enter(70)).thenState({ signatures: [] });
    given(...unsigned).when({ ...enter(80), settings: { ...settings, IsEnableConsignSign: false } }).thenState({ consignStatus: 80, signatures: [] });
  });
});

describe('Fee and bill', () => {
  it('are set by the laboratory, an unchanged one is no news', () => {
    const fee = (actFee: string) => ({ type: 'SetActualFee', by: people.lab, actFee }) as const;
    given(...historyTo[60]).when(fee('123.4')).then({ type: 'ActualFeeSet', data: { actFee: '123.4' } });
    given(...historyTo[80]).when(fee('120.50')).thenNothing();
    given(...historyTo[60]).when(fee('-1')).thenSays('费用格式错误');
    given(...historyTo[60]).when({ type: 'SetBill', by: people.lab, billFile: 'new.pdf' }).thenState({ billFile: 'new.pdf' });
    given(...historyTo[60]).when({ type: 'SetBill', by: people.lab, billFile: 'bill.pdf' }).thenNothing();
    given(...historyTo[60]).when({ type: 'SetBill', by: people.lab, billFile: ' ' }).thenRefused('REASON_REQUIRED');
  });
});
