import { setTimeout as sleep } from 'node:timers/promises';
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
import { Session, nullIfDisconnected } from './session.js';

const WRITERS = 4;
const SAVES = 3;
const RETRY_MS = 50;

/** The acknowledged commands of one consignment in order: texts that its events must contain. */
export type AcknowledgedCommands = {
  id: string;
  memos: string[];
  samples: number;
  committed: boolean;
  printed: boolean;
};

/**
 * Clients that write consignments from draft to PDF until they are stopped. Each command has an idempotency key and is
 * repeated until there is a response, as people and programs do on a bad connection. They sign in again when the
 * service requires it.
 */
export class Load {
  readonly acknowledged: AcknowledgedCommands[] = [];
  private isStopping = false;
  private isAbandoned = false;
  private refusalCount = 0;
  private readonly writers: Promise<void>[];

  private constructor(
    private session: Session,
    private readonly pauseMs: number,
  ) {
    this.writers = Array.from({ length: WRITERS }, () => this.write());
    // The failure is thrown to callers that wait for progress.
    for (const writer of this.writers) writer.catch(() => undefined);
  }

  /** `pauseMs`: pause of each client after a consignment. */
  static async start(url: string, { pauseMs = 0 } = {}): Promise<Load> {
    return new Load(await Session.begin(url), pauseMs);
  }

  /**
   * Finishes the running consignments.
   * @throws Error if a command was refused
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.writers);
  }

  /** Ends the load at once if the service does not respond any more. */
  abandon(): void {
    this.isAbandoned = true;
  }

  /** Resolves when this number of further commands has been acknowledged. */
  async progress(commands: number): Promise<void> {
    const target = this.countCommands() + commands;
    while (this.countCommands() < target) {
      await Promise.race([sleep(20), ...this.writers]);
      if (this.isStopping) return;
    }
  }

  countCommands(): number {
    return this.acknowledged.reduce(
      (sum, { memos, samples, committed, printed }) =>
        sum + 1 + memos.length + samples + Number(committed) + Number(printed),
      0,
    );
  }

  /** Number of requests without a response or with the response that the service is unavailable. */
  countRefusals(): number {
    return this.refusalCount;
  }

  /**
   * Begins to save this number of new drafts: the service has read the headers of the requests and waits for the
   * bodies. `finish` sends them and resolves with the statuses of the responses.
   * @throws Error from `finish` if a connection ended without a complete response
   */
  async beginSaves(count: number): Promise<{ finish(): Promise<number[]> }> {
    const drafts = await Promise.all(
      Array.from({ length: count }, () => this.callWithRetries(createRawMateriaConsingInfo, {})),
    );
    const { session } = this;
    const pendingSaves = await Promise.all(drafts.map(async ({ id }) => ({ id, sending: await session.beginSave() })));
    return {
      finish: () =>
        Promise.all(
          pendingSaves.map(async ({ id, sending }) => {
            const memo = v4();
            const status = await sending.finish({ ...filledHeader(), projectId: PROJECT1, id, memo });
            if (status === 200) this.acknowledged.push({ ...noCommands(id), memos: [memo] });
            return status;
          }),
        ),
    };
  }

  private async write(): Promise<void> {
    while (!this.isStopping) {
      const { id } = await this.callWithRetries(createRawMateriaConsingInfo, {});
      const acknowledgedCommands = noCommands(id);
      this.acknowledged.push(acknowledgedCommands);
      for (let n = 1; n <= SAVES; n++) {
        const memo = `${v4()} ${n}`;
        await this.callWithRetries(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id, memo } });
        acknowledgedCommands.memos.push(memo);
      }
      await this.callWithRetries(createBuSampleParamInfo, {
        body: {
          consignId: id,
          tuTestSampleDTO: { id: CEMENT, sampleName: '' },
          tuTestParamDtos: [{ tuTestParamId: DENSITY }],
        },
      });
      acknowledgedCommands.samples = 1;
      const committed = await this.callWithRetries(commitConsignInfo, {
        query: { consignInfoIds: [id], description: '' },
      });
      if (committed !== true) throw new Error(`a submission was refused: ${String(committed)}`);
      acknowledgedCommands.committed = true;
      await this.callWithRetries(genConsignPdf, { query: { id } });
      acknowledgedCommands.printed = true;
      if (this.pauseMs > 0) await sleep(this.pauseMs);
    }
  }

  /** Repeats a call with the same idempotency key until there is a response. */
  private async callWithRetries<Op extends Operation>(
    operation: Op,
    options: RequestOptions<Op>,
  ): Promise<ResultOf<Op>> {
    const headers = { 'idempotency-key': v4() };
    for (;;) {
      if (this.isAbandoned) throw new Error('the load was abandoned');
      const { session } = this;
      const reply = await nullIfDisconnected(session.client.call(operation, { ...options, headers }));
      if (reply?.status === 401) this.session = await session.renew();
      else if (reply && reply.status < 500) {
        if (reply.status !== 200 || reply.failure)
          throw new Error(`${operation.name} failed with ${reply.status}: ${JSON.stringify(reply.rawBody)}`);
        return reply.result;
      } else this.refusalCount += 1;
      await sleep(RETRY_MS);
    }
  }
}

const noCommands = (id: string): AcknowledgedCommands => ({
  id,
  memos: [],
  samples: 0,
  committed: false,
  printed: false,
});
