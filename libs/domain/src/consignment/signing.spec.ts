import { describe, expect, it } from '@jest/globals';
import type { ConsignmentEvent, SignatureEntry } from '#events';
import { messageOfProblem } from '../rules/messages.js';
import { specificationOf } from '#harness/domain/specification';
import {
  AT,
  committed,
  created,
  added,
  confirmed,
  header,
  historyTo,
  laterStage,
  openState,
  passed,
  people,
  saved,
} from '#harness/domain/consignment-story';
import { consignment } from './consignment.js';
import { isWitnessSigningPending, NOTIFY_COOLDOWN, signProblem } from './signing.js';

const given = specificationOf(consignment.decider);
const entry = (signType: SignatureEntry['signType'], status: 0 | 1, sentAt: string | null = null): SignatureEntry => ({
  id: `s-${signType}`,
  signType,
  status,
  senMsgStatus: sentAt ? 1 : 0,
  signMsgTime: sentAt,
});
const ago = (hours: number, milliseconds = 0): string =>
  new Date(Date.parse(AT) - hours * 3_600_000 - milliseconds).toISOString();
const requested = (...entries: SignatureEntry[]): ConsignmentEvent => ({
  type: 'SignatureRequested',
  data: { entries },
});
const received = (...entries: SignatureEntry[]) => [
  created(),
  added(),
  saved(),
  committed,
  requested(...entries),
  passed,
  confirmed,
];

describe('Witness signing', () => {
  it('CL-036 is pending after the consignor has signed and until all witnesses have, regardless of type 4', () => {
    expect(isWitnessSigningPending([entry(1, 1), entry(2, 0)])).toBe(true);
    expect(isWitnessSigningPending([entry(1, 0), entry(2, 0)])).toBe(false);
    expect(isWitnessSigningPending([entry(1, 1), entry(2, 1)])).toBe(false);
    expect(isWitnessSigningPending([entry(1, 1), entry(2, 1), entry(4, 0)])).toBe(false);
    expect(isWitnessSigningPending([entry(1, 1), entry(3, 0), entry(4, 1)])).toBe(true);
  });
});

describe('Notifying witnesses', () => {
  const notify = { type: 'NotifyWitness', by: people.client, at: AT } as const;

  it('addresses those who have not signed yet and records the time', () => {
    given(...received(entry(1, 1), entry(2, 1), entry(3, 0)))
      .when(notify)
      .then({ type: 'WitnessNotified', data: { signatureIds: ['s-3'], notifiedAt: AT } });
    given(...received(entry(1, 1), entry(2, 0)))
      .when(notify)
      .thenState({ consignStatus: 60, signatures: [{ senMsgStatus: 0 }, { senMsgStatus: 1, signMsgTime: AT }] });
  });

  it('VA-021 is refused until more than 24 hours have passed for at least one of them', () => {
    const refused = '距上次通知见证人未超过24小时！';
    given(...received(entry(1, 1), entry(2, 0, ago(23)), entry(3, 0, ago(23))))
      .when(notify)
      .thenSays(refused);
    given(...received(entry(1, 1), entry(2, 0, ago(24))))
      .when(notify)
      .thenSays(refused);
    given(...received(entry(1, 1), entry(2, 0, ago(24, 1))))
      .when(notify)
      .thenState({ consignStatus: 60 });
    given(...received(entry(1, 1), entry(2, 0, ago(25)), entry(3, 0, ago(1))))
      .when(notify)
      .thenState({ consignStatus: 60 });
    given(...received(entry(1, 1), entry(2, 0, ago(1)), entry(3, 0)))
      .when(notify)
      .thenState({ consignStatus: 60 });
    expect(NOTIFY_COOLDOWN).toBe(86_400_000);
  });

  it('is refused before the consignor has signed, after all have signed, and at another status', () => {
    given(...received(entry(1, 0), entry(2, 0)))
      .when(notify)
      .thenRefused('NO_WITNESS_PENDING');
    given(...received(entry(1, 1), entry(2, 1)))
      .when(notify)
      .thenRefused('NO_WITNESS_PENDING');
    given(...historyTo[30])
      .when(notify)
      .thenRefused('NOT_IN_THIS_STATUS');
  });
});

describe('Signing', () => {
  const sign = { type: 'Sign', by: people.client, at: AT, imageHash: 'h-1' } as const;

  it('CL-031 adds the signature of the consignor and leads from status 80 to 60', () =>
    given(...received(entry(1, 0), entry(2, 0)), laterStage(80))
      .when(sign)
      .thenState({
        consignStatus: 60,
        signatures: [
          { signType: 1, status: 1, signedAt: AT, imageHash: 'h-1' },
          { signType: 2, status: 0 },
        ],
      }));

  it('requires selected consignments at status 80 with the same phone and a signature entry for the consignor', () => {
    const signMessage = (...consignments: Parameters<typeof signProblem>[0]) => {
      const problem = signProblem(consignments);
      return problem && messageOfProblem(problem);
    };
    const at80 = (consignCode: string, entries: SignatureEntry[], phone = '1') =>
      openState(
        created(),
        added(),
        saved(header({ contact: { name: '陈工', phone } })),
        { type: 'ConsignmentCommitted', data: { toStatus: 20, description: '', consignCode } },
        requested(...entries),
        laterStage(80),
      );
    const signed = [entry(1, 0)];
    expect(signMessage()).toBe('请选择需要签名的数据');
    expect(signMessage(at80('W1', signed), openState(...historyTo[60]))).toBe('所选委托必须是待签名状态！');
    expect(signMessage(at80('W1', signed), at80('W2', signed, '2'))).toBe('所选委托的联系人电话号码不一致！');
    expect(signMessage(at80('W1', signed), at80('W2', []), at80('W3', [entry(2, 0)]))).toBe(
      '委托[W2,W3]没有签名信息，请重新选择！',
    );
    expect(signMessage(at80('W1', signed), at80('W2', signed))).toBeNull();
    const [plainNumber, formattedNumber] = ['13900000011', '+86 139-0000-0011 / 0571-12345678'];
    expect(signMessage(at80('W1', signed, plainNumber), at80('W2', signed, formattedNumber))).toBeNull();
    expect(signMessage(at80('W1', signed, plainNumber), at80('W2', signed, '13900000012'))).toBe(
      '所选委托的联系人电话号码不一致！',
    );
    given(...received(), laterStage(80))
      .when(sign)
      .thenSays('委托[TU001-2026-00001]没有签名信息，请重新选择！');
  });
});
