import { afterAll, beforeAll } from '@jest/globals';
import { newLaboratory, type Laboratory } from '../consignments/units.js';
import type { Client } from '../service/client.js';
import { startService, type Service } from '../service/service.js';

/**
 * The fixtures of specs for the catalogue of a unit: the service, a separate laboratory, its staff, and a client who
 * commissions it.
 */
export type LaboratoryFixtures = { service: Service; lab: Laboratory; staff: Client; client: Client };

/**
 * Started before the first test of the file and closed after the last one; `onStart` is called with the fixtures and may
 * create more.
 */
export const startWithOwnLaboratory = (onStart: (fixtures: LaboratoryFixtures) => unknown): void => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    const lab = await newLaboratory(service, {});
    await onStart({ service, lab, staff: await service.as(lab.userName), client: await service.as('client1') });
  });
  afterAll(() => service.close());
};
