import { setTimeout as passes } from 'node:timers/promises';
import {
  commitConsignInfo,
  createBuSampleParamInfo,
  createRawMateriaConsingInfo,
  genConsignPdf,
  saveConsignInfo,
  type Operation,
  type ResultOf,
} from '#contract';
import { v4 } from 'uuid';
import { CEMENT, DENSITY, filledHeader, PROJECT1 } from '#harness/consignments/drafts';
import type { RequestOptions } from '#harness/service/client';
import { Session, unlessBroken } from './session.js';

const WRITERS = 4;
const SAVES = 3;
const RETRY_MS = 50;

/** What the service has acknowledged of one consignment, in order: texts that the events must hold. */
export type Acknowledged = { id: string; memos: string[]; samples: number; committed: boolean; printed: boolean };

/**
 * Clients that write consignments from a draft to its PDF until they are stopped, each command with a key, asked again
 * until it is answered: what people and programs do when the line is bad. They sign in again when the service asks them
 * to.
 */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  private stopping = false;
  private isAbandoned = false;
  private refused = 0;
  private readonly writers: Promise<void>[];

  private constructor(
    private session: Session,
    private readonly restMs: number,
  ) {
    this.writers = Array.from({ length: WRITERS }, () => this.write());
    for (const writer of this.writers) writer.catch(() => undefined); // whoever waits for progress is told
  }

  /** `restMs`: how long each client rests after a consignment. */
  static async start(url: string, { restMs = 0 } = {}): Promise<Load> {
    return new Load(await Session.begin(url), restMs);
  }

  /** Finishes the consignments begun. @throws Error when a command was refused */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.writers);
  }

  /** Ends it where it is, after a service that does not answer any more. */
  abandon(): void {
    this.isAbandoned = true;
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

  /** How often the service said that it cannot answer now, or did not answer at all. */
  refusals(): number {
    return this.refused;
  }

  /**
   * Saves of so many new drafts whose heads the service has read, and which it waits for the rest of. `finish` sends it
   * and resolves with the statuses of the answers.
   * @throws Error from `finish` when a connection ended without a whole answer
   */
  async beginSaves(count: number): Promise<{ finish(): Promise<number[]> }> {
    const drafts = await Promise.all(
      Array.from({ length: count }, () => this.answered(createRawMateriaConsingInfo, {})),
    );
    const { session } = this;
    const begun = await Promise.all(drafts.map(async ({ id }) => ({ id, sending: await session.beginSave() })));
    return {
      finish: () =>
        Promise.all(
          begun.map(async ({ id, sending }) => {
            const memo = v4();
            const status = await sending.finish({ ...filledHeader(), projectId: PROJECT1, id, memo });
            if (status === 200) this.acknowledged.push({ ...nothingDone(id), memos: [memo] });
            return status;
          }),
        ),
    };
  }

  private async write(): Promise<void> {
    while (!this.stopping) {
      const { id } = await this.answered(createRawMateriaConsingInfo, {});
      const done = nothingDone(id);
      this.acknowledged.push(done);
      for (let n = 1; n <= SAVES; n++) {
        const memo = `${v4()} ${n}`;
        await this.answered(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id, memo } });
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
      if (this.restMs > 0) await passes(this.restMs);
    }
  }

  /** Asks until there is an answer, always with the same key. */
  private async answered<Op extends Operation>(operation: Op, asked: RequestOptions<Op>): Promise<ResultOf<Op>> {
    const headers = { 'idempotency-key': v4() };
    for (;;) {
      if (this.isAbandoned) throw new Error('the load was abandoned');
      const { session } = this;
      const reply = await unlessBroken(session.client.call(operation, { ...asked, headers }));
      if (reply?.status === 401) this.session = await session.renewed();
      else if (reply && reply.status < 500) {
        if (reply.status !== 200 || reply.failure)
          throw new Error(`${operation.name} answered ${reply.status}: ${JSON.stringify(reply.sent)}`);
        return reply.result;
      } else this.refused += 1;
      await passes(RETRY_MS);
    }
  }
}

const nothingDone = (id: string): Acknowledged => ({ id, memos: [], samples: 0, committed: false, printed: false });
