import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type Service } from '../testing/service.js';
import { consignmentIn, STATUSES } from './testing/stages.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('every status', () => {
  it.each(STATUSES)('reaches %i', async (status) => {
    expect((await consignmentIn(service, status)).consignStatus).toBe(status);
  });
});
