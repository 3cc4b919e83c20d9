import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { addTestUnit, authenticate, createUser, getUserInfo, register, registerReport, sendToMobile } from '#contract';
import { SYSTEM_ACTOR } from '#domain/users';
import { verificationCode } from '#engines';
import { ROLE, START } from '#events';
import { createConsignmentAt } from '#harness/consignments/stages';
import { startService, type Service } from '#harness/service/service';
import { stopBeforeAppend } from '#harness/service/stop-before-append';
import { createDecisions } from '#harness/commands/open-decisions';
import { reserveValue } from './unique-values.js';

let service: Service;
let clock = Date.parse('2026-11-21T08:00:00.000Z');

beforeAll(async () => {
  service = await startService({ now: () => new Date(clock) });
});
afterAll(() => service.close());

const pass = (minutes: number) => {
  clock += minutes * 60_000;
};
const codeOf = async (reply: Promise<{ status: number; failure: { code: string | number } | null }>) => {
  const { status, failure } = await reply;
  return failure?.code ?? status;
};
/** What happened to reservations of a kind, newest last. */
const reservations = async (kind: string) =>
  (await service.engines.eventStore.readAll(START, 100_000))
    .filter(({ type, data }) => type.startsWith('Value') && (data as { kind: string }).kind === kind)
    .map(({ type, data }) => [type, (data as { holderId: string }).holderId]);

const password = 'Another-2026!';
/** A registration ready to be sent, as often as one likes: its code was asked for. */
const newcomer = async (userName: string, unitName: string, mobile: string) => {
  await service.stranger.do(sendToMobile, { body: { sendCodeType: 1, mobile } });
  const { data } = (await service.engines.eventStore.readAll(START, 100_000)).findLast(
    ({ type }) => type === 'VerificationCodeRequested',
  )!;
  const body = {
    unitName,
    name: '张三',
    userName,
    emailAddress: '',
    password,
    mobile,
    validateCode: await verificationCode(service.engines.vault, (data as { requestId: string }).requestId),
  };
  const headers = { 'idempotency-key': v4() };
  return () => service.stranger.call(register, { body, headers });
};

describe('a unique value', () => {
  it('reserved by an interrupted registration is available to others after 15 minutes, and not before', async () => {
    const firstRequest = await newcomer('Zhou.Wu', '一号公司', '13800000301');
    expect(await stopBeforeAppend('user-', service, firstRequest)).toBe(503);
    const secondRequest = await newcomer('zhou.wu', '二号公司', '13800000302');
    expect(await codeOf(secondRequest())).toBe('USER_NAME_TAKEN');

    pass(16);
    const later = await newcomer('zhou.wu', '三号公司', '13800000303');
    expect([(await later()).status, (await later()).status]).toEqual([200, 200]); // sent twice
    expect(['USER_NAME_TAKEN', 'CODE_WRONG']).toContain(await codeOf(firstRequest())); // the first one, when it comes back at last
    const { accessToken } = await service.stranger.do(authenticate, {
      body: { UserNameOrEmailAddress: 'zhou.wu', password },
    });
    expect((await service.withToken(accessToken).do(getUserInfo)).unitName).toBe('三号公司');
    const [[, first], released, takenOver] = (await reservations('userName')).slice(-3) as [
      [string, string],
      [string, string],
      [string, string],
    ];
    expect([released, takenOver]).toEqual([
      ['ValueReleased', first],
      ['ValueReserved', expect.not.stringMatching(first)],
    ]);
  });

  it('goes to the same request when it is repeated, and to no other request later', async () => {
    const request = await newcomer('wu.zheng', '四号公司', '13800000304');
    expect(await stopBeforeAppend('user-', service, request)).toBe(503);
    expect((await request()).status).toBe(200);
    pass(60);
    expect(await codeOf((await newcomer('wu.zheng', '五号公司', '13800000305'))())).toBe('USER_NAME_TAKEN');
  });

  it('stays with a holder who repeats an unfinished request, however old the reservation is', async () => {
    const admin = await service.as('admin');
    const open =
      (userName: string, key = v4()) =>
      () =>
        admin.call(createUser, {
          body: { userName, name: '钱工', mobile: '13800000306', password, roleNames: [ROLE.operator] },
          headers: { 'idempotency-key': key },
        });
    const request = open('qian.gong', v4());
    expect(await stopBeforeAppend('user-', service, request)).toBe(503);
    pass(14);
    expect(await stopBeforeAppend('user-', service, request)).toBe(503);
    pass(9); // the holder's second request may still be under way
    expect(await codeOf(open('Qian.Gong')())).toBe('USER_NAME_TAKEN');
    expect(await codeOf(request())).toBe(200);
  });

  it('is not taken over if its holder returns while another request finds it abandoned', async () => {
    const { decisions } = createDecisions(service.engines, () => new Date(clock));
    const context = () => ({
      by: SYSTEM_ACTOR,
      at: new Date(clock).toISOString(),
      commandId: v4(),
      correlationId: v4(),
    });
    const reserveFor = (holderId: string, isUsedBy: () => Promise<boolean>) =>
      reserveValue(
        service.engines,
        decisions,
        { kind: 'race', value: 'one', holderId, step: 'take', isUsedBy },
        context(),
      );
    const unused = () => Promise.resolve(false);
    await reserveFor('first', unused);
    pass(16);
    const secondReservation = reserveFor('second', async () => {
      await reserveFor('first', unused);
      return false;
    });
    await expect(secondReservation).rejects.toMatchObject({ code: 'VALUE_TAKEN' });
    expect(new Set((await reservations('race')).map(([, holder]) => holder))).toEqual(new Set(['first']));
  });

  it('is reserved from the time of the reservation, not from the arrival of its request', async () => {
    const { decisions } = createDecisions(service.engines, () => new Date(clock));
    const arrived = { by: SYSTEM_ACTOR, at: new Date(clock).toISOString(), commandId: v4(), correlationId: v4() };
    pass(9);
    await reserveValue(
      service.engines,
      decisions,
      { kind: 'late', value: 'one', holderId: 'first', step: 'take', isUsedBy: () => Promise.resolve(false) },
      arrived,
    );
    pass(7);
    const secondReservation = reserveValue(
      service.engines,
      decisions,
      { kind: 'late', value: 'one', holderId: 'second', step: 'take', isUsedBy: () => Promise.resolve(false) },
      { ...arrived, at: new Date(clock).toISOString(), commandId: v4() },
    );
    await expect(secondReservation).rejects.toMatchObject({ code: 'VALUE_TAKEN' });
  });

  it('is available again if its holder now has another value: user names and report numbers', async () => {
    const [admin, lab] = [await service.as('admin'), await service.as('lab1')];
    const open = (userName: string, key = v4()) =>
      admin.call(createUser, {
        body: { userName, name: '郑工', mobile: '13800000307', password, roleNames: [ROLE.operator] },
        headers: { 'idempotency-key': key },
      });
    const { id: consignId } = await createConsignmentAt(service, 60);
    const register = (reportNumber: string, key = v4()) =>
      lab.call(registerReport, { body: { consignId, reportNumber }, headers: { 'idempotency-key': key } });
    const [key, abandoned, used] = [v4(), `BG-${v4().slice(0, 8)}`, `BG-${v4().slice(0, 8)}`];
    expect([
      await stopBeforeAppend('user-', service, () => open('zheng.left', key)),
      await stopBeforeAppend('report-', service, () => register(abandoned, key)),
    ]).toEqual([503, 503]);
    expect([await codeOf(open('zheng.used', key)), await codeOf(register(used, key))]).toEqual([200, 200]);
    expect([await codeOf(open('zheng.left')), await codeOf(register(abandoned))]).toEqual([
      'USER_NAME_TAKEN',
      'REPORT_NUMBER_TAKEN',
    ]);
    pass(16);
    expect([await codeOf(open('ZHENG.LEFT')), await codeOf(register(abandoned))]).toEqual([200, 200]);
    expect([await codeOf(open('Zheng.Used')), await codeOf(register(used))]).toEqual([
      'USER_NAME_TAKEN',
      'REPORT_NUMBER_TAKEN',
    ]);
  });

  it('is kept permanently once it is in use: unit numbers and report numbers', async () => {
    const [admin, lab] = [await service.as('admin'), await service.as('lab1')];
    const { id: consignId } = await createConsignmentAt(service, 60);
    const [unitNo, reportNumber] = [`T-${v4().slice(0, 8)}`, `BG-${v4().slice(0, 8)}`];
    const add = () =>
      admin.call(addTestUnit, {
        body: { unitNo, testUnitName: `检测中心 ${v4().slice(0, 8)}`, sheng: '四川省', shi: '成都市' },
        headers: { 'idempotency-key': v4() },
      });
    const report = () => lab.call(registerReport, { body: { consignId, reportNumber } });
    expect([
      await stopBeforeAppend('testingUnit-', service, add),
      await stopBeforeAppend('report-', service, report),
    ]).toEqual([503, 503]);
    expect([await codeOf(add()), await codeOf(report())]).toEqual(['UNIT_NO_TAKEN', 'REPORT_NUMBER_TAKEN']);
    pass(16);
    expect([await codeOf(add()), await codeOf(report())]).toEqual([200, 200]);
    pass(16);
    expect([await codeOf(add()), await codeOf(report())]).toEqual(['UNIT_NO_TAKEN', 'REPORT_NUMBER_TAKEN']);
  });
});
