import { Controller, Inject } from '@nestjs/common';
import { getHistoryProof, getHistoryProofFile } from '#contract';
import { consignment, streamOf } from '#domain';
import { verifyChain, type Engines } from '#engines';
import { NO_STREAM, ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';

const ALGORITHM = 'SHA-256, RFC 8785';

/** The chain of one consignment, verified over what lies in the log at this moment, never over what was read before. */
@Controller()
export class GetHistoryProof {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(getHistoryProof)
  async handle(@Input() { id }: InputOf<typeof getHistoryProof>, @By() caller: Caller) {
    const { eventStore } = this.engines;
    await this.check(id, caller);
    const stream = streamOf(consignment, id);
    const [{ events, broken }, head] = await Promise.all([
      verifyChain(eventStore, stream),
      eventStore.log.headOf(stream),
    ]);
    return {
      stream,
      algorithm: ALGORITHM,
      events,
      headHash: (head ?? NO_STREAM).hash,
      verifiedAt: this.now().toISOString(),
      broken: broken && { revision: broken.revision, problem: broken.problem },
    };
  }

  @Handles(getHistoryProofFile)
  async file(@Input() { id }: InputOf<typeof getHistoryProofFile>, @By() caller: Caller) {
    const { eventStore } = this.engines;
    await this.check(id, caller);
    const stream = streamOf(consignment, id);
    const stored = await eventStore.log.read(stream);
    return {
      format: 'consign-proof/1' as const,
      algorithm: ALGORITHM,
      stream,
      logId: eventStore.logId,
      exportedAt: this.now().toISOString(),
      headHash: stored.at(-1)?.hash ?? NO_STREAM.hash,
      events: stored.map(({ id: eventId, revision, type, data, metadata, hash }) => ({
        id: eventId,
        stream,
        revision,
        type,
        data: asFound(data),
        metadata: asFound(metadata),
        hash,
      })),
    };
  }

  /** An auditor may ask of every consignment, of one so damaged that nothing can be made of it, too. @throws RuleBroken as findConsignment */
  private async check(id: string, caller: Caller): Promise<void> {
    const { eventStore } = this.engines;
    if (has(caller, ROLE.auditor) && (await eventStore.log.headOf(streamOf(consignment, id)))) return;
    await findConsignment(eventStore, id, caller);
  }
}

/** What somebody has destroyed is handed out as it lies there: it is evidence, too. */
const asFound = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
