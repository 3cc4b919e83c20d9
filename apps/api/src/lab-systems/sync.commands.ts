import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { LAB_CONSIGN_ID, type SyncedConsignment, type SyncedPart } from '#contract';
import { consignment } from '#domain/consignment';
import { load, type CommandContext } from '#domain/event-sourcing';
import { report } from '#domain/report';
import { messageOf, problem, RuleBroken, sameId } from '#domain/rules';
import type { Language } from '#domain/text';
import type { Engines } from '#engines';
import { ROLE, type Actor, type ConsignStatus, type Position } from '#events';
import type { Caller } from '../auth/caller.js';
import { LabConsignments, type LabConsignmentState } from '../catalogue/lab-system/lab-systems.js';
import { Decisions } from '../commands/decisions.js';
import { findConsignment, type ReadableConsignment } from '../consignments/consignment-access.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { PushBill, PushExpress, PushReport, PushStatus } from './ilis.commands.js';
import { requireUnit } from './unit-systems.js';

type Synced = { items: SyncedConsignment[]; position: Position | null };

/**
 * Reads the state of these consignments from the system of the caller's laboratory, and applies the changes that the
 * rules allow.
 */
export class SyncFromLab extends Command<Synced> {
  constructor(
    readonly ids: readonly string[],
    readonly caller: Caller,
    readonly context: CommandContext,
    readonly language: Language,
  ) {
    super();
  }
}

@CommandHandler(SyncFromLab)
export class SyncFromLabHandler implements ICommandHandler<SyncFromLab> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly commands: CommandBus,
    private readonly decisions: Decisions,
    private readonly laboratories: LabConsignments,
  ) {}

  /** @throws RuleBroken NO_LAB_SYSTEM, NOT_YOURS; Problem 502 if the system does not respond */
  async execute({ ids, caller, context, language }: SyncFromLab): Promise<Synced> {
    const { eventStore } = this.engines;
    for (const id of ids) await findConsignment(eventStore, id, caller);
    const { unitId } = requireUnit(caller);
    const states = await this.laboratories.statesOf(unitId, ids);
    if (!states) throw new RuleBroken(problem('NO_LAB_SYSTEM'));
    // The laboratory's system is the author of the changes, as with a push. The user only requests the sync.
    const by: Actor = { kind: 'key', keyId: unitId, userId: unitId, role: ROLE.lab, unitId };
    const labRequest = { caller: { ...caller, actor: by }, context: { ...context, by }, language };
    const items: SyncedConsignment[] = [];
    let position: Position | null = null;
    for (const id of ids) {
      const labState = states.find(({ consignInfoID }) => sameId(consignInfoID, id));
      const current = await findConsignment(eventStore, id, caller);
      const { changed, problems } = labState
        ? await this.applyLabState(current, labState, labRequest)
        : { changed: [], problems: [] };
      const updated = await findConsignment(eventStore, id, caller);
      position = updated.position;
      const { consignStatus } = updated.state;
      items.push({ id, isKnown: labState !== undefined, changed, problems, consignStatus, revision: updated.revision });
    }
    return { items, position };
  }

  /** Applies each part separately: a refused part does not prevent the others. */
  private async applyLabState(
    { id, state }: ReadableConsignment,
    labState: LabConsignmentState,
    { caller, context: requestContext, language }: Pick<SyncFromLab, 'caller' | 'context' | 'language'>,
  ): Promise<Pick<SyncedConsignment, 'changed' | 'problems'>> {
    const changedParts: SyncedPart[] = [];
    const problems: SyncedConsignment['problems'] = [];
    const attempt = async (part: SyncedPart, act: (context: CommandContext) => Promise<boolean>): Promise<void> => {
      // Each part is a separate command, with the same id for a repeated request.
      const commandId = v5(`${part} ${id}`, requestContext.commandId);
      try {
        if (await act({ ...requestContext, commandId, expectedRevision: undefined, causationId: null }))
          changedParts.push(part);
      } catch (error) {
        if (error instanceof Problem && error.status === 404) problems.push({ part, code: 'NOT_FOUND', message: '' });
        else if (error instanceof RuleBroken)
          problems.push({ part, code: error.code, message: messageOf(error.code, error.params, language) });
        else throw error;
      }
    };
    await attempt('labId', (context) => this.setLabConsignmentId(id, labState[LAB_CONSIGN_ID], context));
    await attempt('status', (context) => this.applyStatus(id, state.consignStatus, labState, caller, context));
    if (labState.isConsignBillGened !== false && labState.consignBillFile !== '')
      await attempt('bill', (context) => this.applyBill(id, labState.consignBillFile, caller, context));
    if (labState.expressNumber !== '')
      await attempt('express', (context) => this.applyExpressNumber(id, labState, caller, context));
    for (const labReport of labState.reports)
      await attempt('reports', (context) =>
        this.applyReport(id, labReport, caller, { ...context, commandId: v5(labReport.reportID, context.commandId) }),
      );
    return { changed: [...new Set(changedParts)], problems };
  }

  private async setLabConsignmentId(id: string, limsConsignId: string, context: CommandContext): Promise<boolean> {
    const { appended } = await this.decisions.decide(
      consignment,
      id,
      { type: 'SetLabConsignmentId', by: context.by, limsConsignId },
      context,
    );
    return appended > 0;
  }

  private async applyStatus(
    id: string,
    from: ConsignStatus,
    { consignStatus: to, changeTime, changeDescription, operUserNameFriendly }: LabConsignmentState,
    caller: Caller,
    context: CommandContext,
  ): Promise<boolean> {
    if (to == null || to === from) return false;
    // If there is no path, the rules refuse the target status with their own message.
    for (const consignStatus of statusPathTo(from, to) ?? [to])
      await this.commands.execute(
        new PushStatus([id], { consignStatus, changeTime, changeDescription, operUserNameFriendly }, caller, {
          ...context,
          commandId: v5(String(consignStatus), context.commandId),
        }),
      );
    return true;
  }

  private async applyBill(id: string, address: string, caller: Caller, context: CommandContext): Promise<boolean> {
    const current = await findConsignment(this.engines.eventStore, id, caller);
    const wasFetched = current.events.some(
      ({ type, data }) => type === 'BillStored' && (data as { address?: unknown }).address === address,
    );
    if (wasFetched || current.state.billFile === address) return false;
    await this.commands.execute(new PushBill(id, { billFile: address, billHash: null }, caller, context));
    return true;
  }

  private async applyExpressNumber(
    id: string,
    { expressBusiness, expressNumber }: LabConsignmentState,
    caller: Caller,
    context: CommandContext,
  ): Promise<boolean> {
    const number = `${expressBusiness} ${expressNumber}`.trim();
    const { state } = await findConsignment(this.engines.eventStore, id, caller);
    if (state.header.mailOrderNumber === number) return false;
    await this.commands.execute(new PushExpress(1, [id], [number], caller, context));
    return true;
  }

  private async applyReport(
    consignmentId: string,
    { reportID: reportId, reportNumber, reportStatus, expressNumber }: LabConsignmentState['reports'][number],
    caller: Caller,
    context: CommandContext,
  ): Promise<boolean> {
    const readRevision = async () => (await load(this.engines.eventStore, report, reportId)).head.revision;
    const previousRevision = await readRevision();
    await this.commands.execute(
      new PushReport(
        { consignmentId, reportId, reportNumber, reportStatus: reportStatus ?? '', expressNumber },
        caller,
        context,
      ),
    );
    return (await readRevision()) !== previousRevision;
  }
}

/** Steps that a laboratory may take, from the table of transitions. */
const NEXT: Partial<Record<ConsignStatus, readonly ConsignStatus[]>> = {
  20: [30, 40],
  30: [60, 90],
  60: [70, 80],
  70: [60, 80],
  80: [60, 70],
};

/** The shortest path from one status to another; null if there is none. */
const statusPathTo = (from: ConsignStatus, to: ConsignStatus): ConsignStatus[] | null => {
  const paths: ConsignStatus[][] = (NEXT[from] ?? []).map((next) => [next]);
  for (const path of paths) {
    const last = path.at(-1);
    if (last === undefined) continue;
    if (last === to) return path;
    paths.push(
      ...(NEXT[last] ?? []).filter((next) => next !== from && !path.includes(next)).map((next) => [...path, next]),
    );
  }
  return null;
};

export const syncHandlers = [SyncFromLabHandler];
