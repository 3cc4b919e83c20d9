import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getHistoryProof, getHistoryProofFile, type ResultOf } from '#contract';
import { consignment } from '#domain/consignment';
import { streamName } from '#domain/event-sourcing';
import { verifyChain, type Engines } from '#engines';
import { NO_STREAM, ROLE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/consignment-access.js';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';

const ALGORITHM = 'SHA-256, RFC 8785';

@Injectable()
export class ProofAccess {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /**
   * Auditors may read the proof of every consignment, even of one that cannot be read. @throws RuleBroken as
   * findConsignment
   */
  async check(id: string, caller: Caller): Promise<void> {
    const { eventStore } = this.engines;
    if (hasRole(caller, ROLE.auditor) && (await eventStore.log.headOf(streamName(consignment, id)))) return;
    await findConsignment(eventStore, id, caller);
  }
}

export class GetHistoryProof extends Query<OperationReturn<ResultOf<typeof getHistoryProof>>> {
  constructor(
    readonly input: InputOf<typeof getHistoryProof>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetHistoryProof)
export class GetHistoryProofHandler implements IQueryHandler<GetHistoryProof> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly access: ProofAccess,
  ) {}

  async execute({ input: { id }, caller }: GetHistoryProof) {
    const { eventStore } = this.engines;
    await this.access.check(id, caller);
    const stream = streamName(consignment, id);
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
}

export class GetHistoryProofFile extends Query<OperationReturn<ResultOf<typeof getHistoryProofFile>>> {
  constructor(
    readonly input: InputOf<typeof getHistoryProofFile>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetHistoryProofFile)
export class GetHistoryProofFileHandler implements IQueryHandler<GetHistoryProofFile> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly access: ProofAccess,
  ) {}

  async execute({ input: { id }, caller }: GetHistoryProofFile) {
    const { eventStore } = this.engines;
    await this.access.check(id, caller);
    const stream = streamName(consignment, id);
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
        data: parseOrText(data),
        metadata: parseOrText(metadata),
        hash,
      })),
    };
  }
}

export const proofQueryHandlers = [ProofAccess, GetHistoryProofHandler, GetHistoryProofFileHandler];

/** Damaged data is exported as it is stored, because it is evidence too. */
const parseOrText = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
