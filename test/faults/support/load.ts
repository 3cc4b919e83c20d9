import { setTimeout as passes } from 'node:timers/promises';
import {
  authenticate,
  commitConsignInfo,
  createBuSampleParamInfo,
  createRawMateriaConsingInfo,
  genConsignPdf,
  saveConsignInfo,
  type Operation,
  type ResultOf,
} from '#contract';
import { v4 } from 'uuid';
import { CEMENT, DENSITY, filled, PROJECT1 } from '../../../apps/api/src/consignments/testing/drafts.js';
import { Client, type Asked } from '../../../apps/api/src/testing/client.js';
import { DEMO_PASSWORD } from '../../../apps/standalone/src/import/import-demo.js';

const WRITERS = 4;
const SAVES = 3;
const RETRY_MS = 50;

/** What the service has acknowledged of one consignment, in order: texts that the events must hold. */
export type Acknowledged = { id: string; memos: string[]; samples: number; committed: boolean; printed: boolean };

/**
 * Clients that write consignments from a draft to its PDF until they are stopped, each command with a key, asked again until it is
 * answered: what people and programs do when the line is bad.
 */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  private stopping = false;
  private readonly writers: Promise<void>[];

  private constructor(private readonly client: Client) {
    this.writers = Array.from({ length: WRITERS }, () => this.write());
  }

  static async start(url: string): Promise<Load> {
    const { accessToken } = await new Client(url, null, { position: null }).do(authenticate, {
      body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD },
    });
    return new Load(new Client(url, accessToken, { position: null }));
  }

  /** Finishes the consignments begun. @throws Error when a command was refused */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.writers);
  }

  /** Resolves when so many commands more have been acknowledged. */
  async progress(commands: number): Promise<void> {
    const enough = this.commands() + commands;
    while (this.commands() < enough) {
      await Promise.race([passes(20), ...this.writers]);
      if (this.stopping) return;
    }
  }

  commands(): number {
    return this.acknowledged.reduce(
      (sum, { memos, samples, committed, printed }) =>
        sum + 1 + memos.length + samples + Number(committed) + Number(printed),
      0,
    );
  }

  private async write(): Promise<void> {
    while (!this.stopping) {
      const { id } = await this.answered(createRawMateriaConsingInfo, {});
      const done: Acknowledged = { id, memos: [], samples: 0, committed: false, printed: false };
      this.acknowledged.push(done);
      for (let n = 1; n <= SAVES; n++) {
        const memo = `${v4()} ${n}`;
        await this.answered(saveConsignInfo, { body: { ...filled(), projectId: PROJECT1, id, memo } });
        done.memos.push(memo);
      }
      await this.answered(createBuSampleParamInfo, {
        body: {
          consignId: id,
          tuTestSampleDTO: { id: CEMENT, sampleName: '' },
          tuTestParamDtos: [{ tuTestParamId: DENSITY }],
        },
      });
      done.samples = 1;
      const committed = await this.answered(commitConsignInfo, { query: { consignInfoIds: [id], description: '' } });
      if (committed !== true) throw new Error(`a submission was refused: ${String(committed)}`);
      done.committed = true;
      await this.answered(genConsignPdf, { query: { id } });
      done.printed = true;
    }
  }

  /** Asks until there is an answer, always with the same key. */
  private async answered<Op extends Operation>(operation: Op, asked: Asked<Op>): Promise<ResultOf<Op>> {
    const headers = { 'idempotency-key': v4() };
    for (;;) {
      const reply = await this.client.call(operation, { ...asked, headers }).catch((error: unknown) => {
        // No connection, or half an answer. By name: what fetch throws comes from outside the test's realm.
        if (
          typeof error === 'object' &&
          error !== null &&
          'name' in error &&
          ['TypeError', 'SyntaxError'].includes(String(error.name))
        )
          return null;
        throw error;
      });
      if (reply && reply.status < 500) {
        if (reply.status !== 200 || reply.failure)
          throw new Error(`${operation.name} answered ${reply.status}: ${JSON.stringify(reply.sent)}`);
        return reply.result;
      }
      await passes(RETRY_MS);
    }
  }
}
