import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addConsginUnit,
  addTestUnit,
  createUser,
  erasePerson,
  getConsginUnitById,
  getEvent,
  getTestUnitById,
  getTestUnitInfoByConsignPlatURLCore,
  getUnitAddressList,
  updateTestUnit,
} from '#contract';
import { ERASED, ROLE } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  admin = await service.as('admin');
});
afterAll(() => service.close());

const PHONE = '13755550101';
const NAME = '顾收样';
const address = {
  person: NAME,
  personSex: '女',
  personPhone: PHONE,
  addressPoint: '',
  addressText: '四川省成都市',
  addressDetail: '一环路1号',
  tagTitle: '总部',
  isMain: true,
};
const stored = async (stream: string) => JSON.stringify(await service.engines.eventStore.log.read(stream));

describe('persons named by a unit', () => {
  it('are sealed in the log, shown to the administrator, and masked to an auditor', async () => {
    const { id } = await admin.do(addTestUnit, {
      body: {
        unitNo: `T-${v4().slice(0, 8)}`,
        testUnitName: '密封检测中心',
        contactPhone: PHONE,
        addresses: [address],
      },
    });
    await admin.do(updateTestUnit, { body: { id, shortName: '密封' } });
    const { id: consigningId } = await admin.do(addConsginUnit, {
      body: { unitNo: `C-${v4().slice(0, 8)}`, name: '密封委托单位', addresses: [address] },
    });
    for (const stream of [`testingUnit-${id}`, `consigningUnit-${consigningId}`]) {
      const text = await stored(stream);
      expect(text).toContain('一环路1号');
      for (const personal of [PHONE, NAME]) expect(text).not.toContain(personal);
    }
    expect(await admin.do(getTestUnitById, { query: { testUnitID: id } })).toMatchObject({
      contactPhone: PHONE,
      addresses: [address],
    });
    expect((await admin.do(getConsginUnitById, { query: { id: consigningId } })).addresses).toMatchObject([address]);
    // An auditor reads a company's places, and of its people what a mask leaves.
    await service.catchUp();
    expect(
      await (await service.as('auditor')).do(getUnitAddressList, { query: { unitId: consigningId } }),
    ).toMatchObject([{ addressDetail: '一环路1号', person: '顾**', personPhone: '137****0101' }]);
    const [registered] = (await service.engines.eventStore.read(`consigningUnit-${consigningId}`)).events;
    expect(
      JSON.stringify(
        (await (await service.as('auditor')).do(getEvent, { query: { eventId: registered?.id ?? '' } })).data,
      ),
    ).not.toContain(PHONE);
  });

  it('are removed from the unit and its events once the person with that phone number is erased', async () => {
    const { id } = await admin.do(addTestUnit, {
      body: {
        unitNo: `T-${v4().slice(0, 8)}`,
        testUnitName: '清除检测中心',
        contactPhone: PHONE,
        addresses: [address, { ...address, person: '另一人', personPhone: '13755550102', isMain: false }],
      },
    });
    const { id: userId } = await admin.do(createUser, {
      body: {
        userName: `erased-${v4()}`,
        name: NAME,
        mobile: PHONE,
        roleNames: [ROLE.lab],
        unitId: id,
        password: 'Consign-2026!',
        confirmPassword: 'Consign-2026!',
      },
    });
    await admin.do(erasePerson, { query: { userId }, body: { reason: '本人要求' } });
    expect(await admin.do(getTestUnitById, { query: { testUnitID: id } })).toMatchObject({
      contactPhone: ERASED,
      addresses: [
        { person: ERASED, personPhone: ERASED, addressDetail: '一环路1号' },
        { person: '另一人', personPhone: '13755550102' },
      ],
    });
    expect(JSON.stringify((await service.engines.eventStore.read(`testingUnit-${id}`)).events)).not.toContain(PHONE);
    await service.catchUp();
    expect(
      (await service.stranger.do(getTestUnitInfoByConsignPlatURLCore, { query: { unitId: id } }))?.supportContact,
    ).toBe(ERASED);
  });
});
