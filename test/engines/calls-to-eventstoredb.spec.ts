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

/** Maximum number of reads from the log's server per call of the api, besides its appends. One is the read index. */
const MAX_READS = { create: 1, save: 1, sample: 1, commit: 1, pass: 1, confirm: 1, list: 1 };
type Step = keyof typeof MAX_READS;

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

  /** Takes a consignment from draft to receipt and returns the number of reads of each step. */
  const runLifeCycle = async (client: Client, lab: Client): Promise<Record<Step, number>> => {
    const reads = {} as Record<Step, number>;
    const countReads = async <Result>(step: Step, call: () => Promise<Result>): Promise<Result> => {
      const readsBefore = await readsOf(server);
      const result = await call();
      reads[step] = (await readsOf(server)) - readsBefore;
      return result;
    };
    const { id } = await countReads('create', () => startConsignment(client));
    await countReads('save', () =>
      client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id } }),
    );
    await countReads('sample', () => addCement(client, id));
    await countReads('commit', () => client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } }));
    await countReads('pass', () => lab.do(passAuditConsignInfo, { query: { ids: id } }));
    await countReads('confirm', () => lab.do(confirmSample, { query: { ids: id } }));
    await countReads('list', () => client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 5 } }));
    return reads;
  };

  it('are one read per command besides its appends, once units and users are cached', async () => {
    const [client, lab] = [await service.as('client1'), await service.as('lab1')];
    await runLifeCycle(client, lab);
    const reads = await runLifeCycle(client, lab);
    for (const step of Object.keys(MAX_READS) as Step[])
      expect([step, reads[step] <= MAX_READS[step], reads[step]]).toEqual([step, true, reads[step]]);
  });
});

const readsOf = async (server: EventStoreServer): Promise<number> =>
  Object.entries(await server.calls()).reduce((sum, [kind, count]) => (kind.startsWith('read') ? sum + count : sum), 0);
