import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commitConsignInfo, getHistoryProof, getHistoryProofFile, type ProofFile } from '#contract';
import { createSubmittableDraft } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { tamperWithLog } from '#harness/history/tamper';

let dataDir: string;
let service: Service;
let client: Client;
let auditor: Client;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'proof-'));
  service = await startService({ dataDir });
  [client, auditor] = await Promise.all([service.as('client1'), service.as('auditor')]);
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

const eventsFile = () => join(dataDir, 'events.db');
const proofOf = (id: string, caller = auditor) => caller.do(getHistoryProof, { query: { id } });
const fileOf = (id: string, caller = auditor) => caller.do(getHistoryProofFile, { query: { id } });

/** What the script says of these proofs, as somebody outside of the platform runs it. */
const verified = async (...proofs: ProofFile[]): Promise<{ code: number; output: string }> => {
  const files = await Promise.all(
    proofs.map(async (proof, index) => {
      const file = join(dataDir, `proof-${index}.json`);
      await writeFile(file, JSON.stringify(proof));
      return file;
    }),
  );
  return new Promise((resolve) =>
    execFile(process.execPath, [join(process.cwd(), 'scripts/verify-proof.mjs'), ...files], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  );
};

describe('the proof of a history', () => {
  it('is computed on request: number of events, last hash, and no error', async () => {
    const { id, revision } = await createSubmittableDraft(client);
    const last = await service.engines.eventStore.readLast(`consignment-${id}`);
    const proof = await proofOf(id);
    expect(proof).toEqual({
      stream: `consignment-${id}`,
      algorithm: 'SHA-256, RFC 8785',
      events: revision + 1,
      headHash: last?.metadata.hash,
      verifiedAt: expect.any(String),
      broken: null,
    });
    expect(await proofOf(id, client)).toEqual({ ...proof, verifiedAt: expect.any(String) });
  });

  it('names the first event that was changed in the file of the running service', async () => {
    const { id } = await createSubmittableDraft(client);
    await tamperWithLog(
      eventsFile(),
      `UPDATE event SET data = replace(data, '"reportCount":3', '"reportCount":9') WHERE stream = 'consignment-${id}' AND revision = 1`,
    );
    expect(await proofOf(id)).toMatchObject({
      events: 1,
      broken: { revision: 1, problem: 'content does not match its hash' },
    });
    expect(await verified(await fileOf(id))).toEqual({
      code: 1,
      output: expect.stringMatching(/^NOT PROVEN .*revision 1, ConsignmentSaved.* is not what its hash says/),
    });
  });

  it('names a removed event, and a stream that cannot be read any more', async () => {
    const [{ id: shortenedId }, { id: damagedId }] = [
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
    ];
    await tamperWithLog(
      eventsFile(),
      `DELETE FROM event WHERE stream = 'consignment-${shortenedId}' AND revision = 1; UPDATE event SET data = '{' WHERE stream = 'consignment-${damagedId}' AND revision = 0;`,
    );
    expect((await proofOf(shortenedId)).broken).toEqual({ revision: 2, problem: 'revision 1 is missing' });
    expect((await proofOf(damagedId)).broken).toMatchObject({
      revision: 0,
      problem: expect.stringContaining('cannot be read'),
    });
    expect((await verified(await fileOf(damagedId))).code).toBe(1);
  });

  it('can be verified outside the platform with the script, and contains personal data only sealed', async () => {
    const { id, revision } = await createSubmittableDraft(client);
    const earlier = await fileOf(id);
    await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } });
    const proof = await fileOf(id);
    expect(JSON.stringify(proof)).not.toContain('13800000001');
    expect(proof.events[1]?.data).toMatchObject({ header: { contact: { $sealed: expect.any(String) } } });
    expect(await verified(proof, earlier)).toEqual({
      code: 0,
      output: expect.stringContaining(`PROVEN  consignment-${id}: ${proof.events.length} events`),
    });
    expect((await verified(earlier, proof)).output).toContain(
      `revision ${revision + 1} (ConsignmentCommitted) of the earlier proof is gone or different`,
    );
  });

  it('fails the verification outside the platform after any manipulation', async () => {
    const { id } = await createSubmittableDraft(client);
    const proof = await fileOf(id);
    const changed = (change: (copy: ProofFile) => void): ProofFile => {
      const copy = structuredClone(proof);
      change(copy);
      return copy;
    };
    const forgeries = [
      changed(({ events }) => events.splice(1, 1)),
      changed(({ events }) => events.pop()),
      changed(({ events }) => events.reverse()),
      changed(({ events: [first] }) => {
        if (first) first.type = 'ConsignmentCopied';
      }),
      changed(({ events: [first] }) => {
        if (first) (first.metadata as { at: string }).at = '2020-01-01T00:00:00.000Z';
      }),
      changed((copy) => {
        copy.headHash = '0'.repeat(64);
      }),
    ];
    for (const forgery of forgeries) expect((await verified(forgery)).code).toBe(1);
    expect((await verified(proof)).code).toBe(0);
    expect((await verified({ ...proof, format: 'x' as 'consign-proof/1' })).code).toBe(2);
  });
});
