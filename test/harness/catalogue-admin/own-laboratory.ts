import { afterAll, beforeAll } from '@jest/globals';
import { newLaboratory, type Laboratory } from '../consignments/units.js';
import type { Client } from '../service/client.js';
import { startService, type Service } from '../service/service.js';

/**
 * What a spec of a unit's catalogue works with: the service, a laboratory of its own, its staff, and a client who
 * commissions it.
 */
export type OwnLaboratory = { service: Service; lab: Laboratory; staff: Client; client: Client };

/**
 * Started before the first test of the file, closed after the last; `begun` is told what there is, and may make more.
 */
export const startWithOwnLaboratory = (begun: (own: OwnLaboratory) => unknown): void => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    const lab = await newLaboratory(service, {});
    await begun({ service, lab, staff: await service.as(lab.userName), client: await service.as('client1') });
  });
  afterAll(() => service.close());
};
