import {
  cancelConsignInfo,
  commitConsignInfo,
  confirmSample,
  enterLaterStage,
  getConsingInfo,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
  type ConsignmentView,
} from '#contract';
import type { ConsignStatus } from '#events';
import type { Client } from '../service/client.js';
import type { Service } from '../service/service.js';
import { createSubmittableDraft, type DraftOptions } from './drafts.js';
import { LAB1 } from './units.js';

export const STATUSES = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const satisfies ConsignStatus[];

export const readConsignment = (client: Client, id: string): Promise<ConsignmentView> =>
  client.do(getConsingInfo, { query: { id } });

export const ifMatch = (revision: number) => ({ 'if-match': `"${revision}"` });

/** A consignment of client1 in this status, reached step by step; it contains the first cement sample. */
export const createConsignmentAt = async (
  service: Service,
  status: ConsignStatus,
  options: DraftOptions = {},
): Promise<ConsignmentView> => {
  const client = await service.as('client1');
  const lab = await service.as((options.lab ?? LAB1).userName);
  const { id } = await createSubmittableDraft(client, options);
  const steps = {
    submit: () => client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } }),
    cancel: () => client.do(cancelConsignInfo, { query: { ids: id } }),
    pass: () => lab.do(passAuditConsignInfo, { query: { ids: id } }),
    reject: () => lab.do(noPassAuditConsignInfo, { query: { ids: id, remark: '资料不全' } }),
    confirm: () => lab.do(confirmSample, { query: { ids: id } }),
    return: () => lab.do(noPassConfirmSample, { query: { ids: id, remark: '样品破损' } }),
    correct: () => enterStage(70),
    sign: () => enterStage(80),
  };
  const enterStage = async (consignStatus: 70 | 80) =>
    lab.do(enterLaterStage, {
      query: { id },
      body: { consignStatus, description: consignStatus === 70 ? '缺委托书' : '' },
      headers: ifMatch((await readConsignment(lab, id)).revision),
    });
  for (const step of STEPS_TO[status]) await steps[step]();
  const view = await readConsignment(client, id);
  if (view.consignStatus !== status) throw new Error(`the road to ${status} led to ${view.consignStatus}`);
  return view;
};

type Step = 'submit' | 'cancel' | 'pass' | 'reject' | 'confirm' | 'return' | 'correct' | 'sign';

const STEPS_TO: Record<ConsignStatus, readonly Step[]> = {
  10: [],
  20: ['submit'],
  30: ['submit', 'pass'],
  40: ['submit', 'reject'],
  50: ['cancel'],
  60: ['submit', 'pass', 'confirm'],
  70: ['submit', 'pass', 'confirm', 'correct'],
  80: ['submit', 'pass', 'confirm', 'sign'],
  90: ['submit', 'pass', 'return'],
};
