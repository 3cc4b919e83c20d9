import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  commitConsignInfo,
  confirmSample,
  getRawMateriaConsignInfoList,
  passAuditConsignInfo,
  saveConsignInfo,
} from '#contract';
import { assembleEngines, embeddedOpeners, serverOpeners } from '#engines';
import { addCement, filledHeader, PROJECT1, startConsignment } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { startServer, type EventStoreServer } from '../eventstoredb/start-server.mjs';

/**
 * Reads that one call of the api may make of the log's server beyond its appends: the read index, and what was never
 * read before.
 */
const READS = { create: 1, save: 1, sample: 1, commit: 1, pass: 1, confirm: 1, list: 1 };
type Step = keyof typeof READS;

describe('calls to EventStoreDB', () => {
  let server: EventStoreServer;
  let service: Service;

  beforeAll(async () => {
    server = await startServer();
    const { openers } = await serverOpeners({ EVENTSTORE_URL: server.url });
    const engines = await assembleEngines({ ...embeddedOpeners(':memory:'), ...openers });
    service = await startService({ engines });
  });
  afterAll(async () => {
    await service.close();
    await server.stop();
  });

  /** Takes a consignment from draft to receipt; answers the reads of each step. */
  const life = async (client: Client, lab: Client): Promise<Record<Step, number>> => {
    const reads = {} as Record<Step, number>;
    const counted = async <Answer>(step: Step, ask: () => Promise<Answer>): Promise<Answer> => {
      const before = await readsOf(server);
      const answer = await ask();
      reads[step] = (await readsOf(server)) - before;
      return answer;
    };
    const { id } = await counted('create', () => startConsignment(client));
    await counted('save', () => client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id } }));
    await counted('sample', () => addCement(client, id));
    await counted('commit', () => client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } }));
    await counted('pass', () => lab.do(passAuditConsignInfo, { query: { ids: id } }));
    await counted('confirm', () => lab.do(confirmSample, { query: { ids: id } }));
    await counted('list', () => client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 5 } }));
    return reads;
  };

  it('are, once units and people are known, one read a command beyond its appends', async () => {
    const [client, lab] = [await service.as('client1'), await service.as('lab1')];
    await life(client, lab);
    const reads = await life(client, lab);
    for (const step of Object.keys(READS) as Step[])
      expect([step, reads[step] <= READS[step], reads[step]]).toEqual([step, true, reads[step]]);
  });
});

const readsOf = async (server: EventStoreServer): Promise<number> =>
  Object.entries(await server.calls()).reduce((sum, [kind, count]) => (kind.startsWith('read') ? sum + count : sum), 0);
