import { v4 } from 'uuid';
import { handle, load, type CommandContext } from '#domain/event-sourcing';
import { consigningUnit, settings, testingUnit } from '#domain/units';
import { ROLE, type TestingUnit } from '#events';
import { DEMO_PASSWORD } from '../../../apps/standalone/src/import/import-demo.js';
import { registerAccount } from '../../../apps/standalone/src/import/run-import.js';
import type { Client } from '../service/client.js';
import type { Service } from '../service/service.js';

/** A testing unit with the data that a form refers to. */
export type Laboratory = {
  testUnitId: string;
  testUnitName: string;
  testUnitAddressId: string;
  tuqualificationId: string;
  userName: string;
  /** The kind of file it asks for with every sample. */ requiredFileType?: string;
};

/** TU001 of the demo data: it signs. */
export const LAB1: Laboratory = {
  testUnitId: '736e0494-c50f-5fb5-9296-7000562a5e79',
  testUnitName: '浙东交通工程检测中心有限公司',
  testUnitAddressId: '46c90fb6-f644-50b3-83b9-70e5e81c1851',
  tuqualificationId: '02436995-636e-5509-b209-3174b6fa6e30',
  userName: 'lab1',
};
/** TU002: it does not sign. */
export const LAB2: Laboratory = {
  testUnitId: 'ddac291b-ed24-5bca-b28f-1d57f0e5e277',
  testUnitName: '江淮公路试验检测研究院',
  testUnitAddressId: '8b9cd7d4-854b-583a-bb3c-0501fca080cf',
  tuqualificationId: '0c90ae23-3bc7-532c-bcb8-bfc00f875ca4',
  requiredFileType: '4c32b2f4-557e-5a99-ad99-199e415f4a58',
  userName: 'lab2',
};

export const systemContext = (): CommandContext => ({
  by: { userId: v4(), role: ROLE.admin, unitId: null },
  at: '2026-01-01T00:00:00.000Z',
  commandId: v4(),
  correlationId: v4(),
});

/** A separate testing unit for a test, like TU001 but with these control parameters and members, and one employee. */
export const newLaboratory = async (
  { engines, catchUp }: Service,
  params: Record<string, string>,
  changes: Partial<TestingUnit> = {},
): Promise<Laboratory> => {
  const { eventStore } = engines;
  const { state: model } = await load(eventStore, testingUnit, LAB1.testUnitId);
  if (!model) throw new Error('the demo data has no TU001');
  const [testUnitId, testUnitAddressId, tuqualificationId, userId] = [v4(), v4(), v4(), v4()];
  const unit = {
    ...model,
    unitNo: `TU-${testUnitId.slice(0, 8)}`,
    testUnitName: `检测机构 ${testUnitId.slice(0, 8)}`,
    addresses: model.addresses.slice(0, 1).map((address) => ({ ...address, id: testUnitAddressId })),
    qualifications: model.qualifications
      .slice(0, 1)
      .map((qualification) => ({ ...qualification, id: tuqualificationId })),
    ...changes,
  };
  await handle(eventStore, testingUnit, testUnitId, { type: 'RegisterTestingUnit', unit }, systemContext());
  await handle(
    eventStore,
    settings,
    testUnitId,
    { type: 'ChangeUnitSettings', unitType: 1, params, reason: '测试' },
    systemContext(),
  );
  const registration = {
    userName: `lab-${testUnitId}`,
    profile: { name: '检测员', phone: '13900009999', email: '' },
    roles: [ROLE.lab],
    unitId: testUnitId,
    unitType: 1 as const,
    unitName: unit.testUnitName,
  };
  await registerAccount(
    eventStore,
    engines.vault,
    { id: userId, password: DEMO_PASSWORD, registration },
    systemContext().at,
  );
  await catchUp();
  return {
    testUnitId,
    testUnitName: unit.testUnitName,
    testUnitAddressId,
    tuqualificationId,
    userName: registration.userName,
  };
};

/** A user of a new consigning unit, or of this one. */
export const newClient = async (service: Service, unitId = v4()): Promise<Client> => {
  const { eventStore, vault } = service.engines;
  const { state: existing } = await load(eventStore, consigningUnit, unitId);
  const unit = existing ?? {
    unitNo: `CU-${unitId.slice(0, 8)}`,
    name: `委托单位 ${unitId.slice(0, 8)}`,
    uninCode: '',
    regTime: '',
    sheng: '',
    shi: '',
    detailAddress: '测试路1号',
    description: '',
    logoPath: '',
    status: 1,
    addresses: [],
  };
  if (!existing)
    await handle(eventStore, consigningUnit, unitId, { type: 'RegisterConsigningUnit', unit }, systemContext());
  const userId = v4();
  const registration = {
    userName: `client-${userId}`,
    profile: { name: '委托员', phone: '13900008888', email: '' },
    roles: [ROLE.client],
    unitId,
    unitType: 2 as const,
    unitName: unit.name,
  };
  await registerAccount(eventStore, vault, { id: userId, password: DEMO_PASSWORD, registration }, systemContext().at);
  await service.catchUp();
  return service.as(registration.userName);
};
