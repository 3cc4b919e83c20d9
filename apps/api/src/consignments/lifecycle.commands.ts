import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  BILL_EXTENSIONS,
  consignment,
  labConsignmentIdOf,
  type Consignment,
  type ConsignmentCommand,
  type ConsignmentFacts,
  type SignatureIds,
} from '#domain/consignment';
import { load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { fileProblem } from '#domain/files';
import { refuseIf, sameId } from '#domain/rules';
import type { Engines } from '#engines';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { LabConsignments } from '../catalogue/lab-system/lab-systems.js';
import { Decisions } from '../commands/decisions.js';
import { UploadTickets } from '../files/file-tickets.js';
import { ENGINES } from '../injection-tokens.js';
import { requireOpenConsigningUnit } from '../units/unit-state.js';
import { executeOnConsignment, executeOnSeveral, type BulkResult, type BulkTarget } from './consignment-access.js';
import { assignConsignCode } from './consign-codes.js';
import { loadSubmissionFacts } from './submission-facts.js';
import { loadUnitRules } from './unit-policy.js';

/** One step for several consignments, all or none, with the remark of its author. */
abstract class BulkConsignmentCommand extends Command<BulkResult[]> {
  constructor(
    readonly ids: readonly string[],
    readonly remark: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

export class SubmitConsignments extends BulkConsignmentCommand {}
export class CancelConsignments extends BulkConsignmentCommand {}
export class DeleteConsignments extends BulkConsignmentCommand {}
export class PassAudit extends BulkConsignmentCommand {}
export class RejectAudit extends BulkConsignmentCommand {}
export class ConfirmSamples extends BulkConsignmentCommand {}
export class ReturnSamples extends BulkConsignmentCommand {}

/** Opens a withdrawn consignment for editing again. */
export class ReopenConsignment extends Command<CommandResult<Consignment>> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

type LaterStage = Pick<Extract<ConsignmentCommand, { type: 'EnterLaterStage' }>, 'toStatus' | 'description' | 'actFee'>;

/** Moves a consignment to a stage after receipt, for a laboratory without its own system. */
export class EnterLaterStage extends Command<CommandResult<Consignment>> {
  constructor(
    readonly id: string,
    readonly stage: LaterStage,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

export class SetActualFee extends Command<CommandResult<Consignment>> {
  constructor(
    readonly id: string,
    readonly actFee: Extract<ConsignmentCommand, { type: 'SetActualFee' }>['actFee'],
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** The bill of a consignment: an upload of the caller, or an address. */
export class SetBill extends Command<CommandResult<Consignment>> {
  constructor(
    readonly id: string,
    readonly bill: { uploadId: string | undefined; billFile: string },
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

export class SetMailNumber extends Command<CommandResult<Consignment>> {
  constructor(
    readonly id: string,
    readonly mailOrderNumber: string,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** The placeholder of the code until all consignments are checked, so that a refused submission takes no number. */
const CODE_PENDING = '?';

@CommandHandler(SubmitConsignments)
export class SubmitConsignmentsHandler implements ICommandHandler<SubmitConsignments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ ids, remark, caller, context }: SubmitConsignments): Promise<BulkResult[]> {
    const { eventStore } = this.engines;
    await requireOpenConsigningUnit(eventStore, caller.unitId);
    return executeOnSeveral(eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: (target) => this.commandFor(target, remark, context),
      complete: (command, target) => this.withCode(command, target, context),
    });
  }

  private async commandFor(
    target: BulkTarget,
    description: string,
    context: CommandContext,
  ): Promise<ConsignmentCommand> {
    const settings = await loadUnitRules(this.engines.eventStore, target.state);
    const facts = await loadSubmissionFacts(this.engines.eventStore, this.catalogues, target.state, context.by);
    return {
      type: 'Submit',
      by: context.by,
      at: context.at,
      description,
      consignCode: CODE_PENDING,
      settings,
      signatureIds: signatureIdsFor(target.id, context),
      ...(facts ? { facts } : {}),
    };
  }

  private async withCode(
    command: ConsignmentCommand,
    { id, state }: BulkTarget,
    context: CommandContext,
  ): Promise<ConsignmentCommand> {
    if (command.type !== 'Submit' || state.consignCode !== '' || state.header.testUnitId === null) return command;
    return {
      ...command,
      consignCode: await assignConsignCode(
        this.engines.eventStore,
        this.decisions,
        state.header.testUnitId,
        id,
        context,
      ),
    };
  }
}

@CommandHandler(CancelConsignments)
export class CancelConsignmentsHandler implements ICommandHandler<CancelConsignments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute({ ids, remark, caller, context }: CancelConsignments): Promise<BulkResult[]> {
    return executeOnSeveral(this.engines.eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: () => ({ type: 'Cancel', by: context.by, description: remark }),
    });
  }
}

@CommandHandler(DeleteConsignments)
export class DeleteConsignmentsHandler implements ICommandHandler<DeleteConsignments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute({ ids, remark, caller, context }: DeleteConsignments): Promise<BulkResult[]> {
    return executeOnSeveral(this.engines.eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: () => ({ type: 'Delete', by: context.by, description: remark }),
    });
  }
}

@CommandHandler(PassAudit)
export class PassAuditHandler implements ICommandHandler<PassAudit> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly laboratories: LabConsignments,
  ) {}

  async execute({ ids, remark, caller, context }: PassAudit): Promise<BulkResult[]> {
    const { eventStore } = this.engines;
    const labConsignmentIdFor = await loadLabConsignmentIds(eventStore, this.laboratories, ids, caller);
    return executeOnSeveral(eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: ({ id, state }) => ({
        type: 'PassAudit',
        by: context.by,
        remark,
        limsConsignId: labConsignmentIdFor(id, state),
      }),
    });
  }
}

@CommandHandler(RejectAudit)
export class RejectAuditHandler implements ICommandHandler<RejectAudit> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute({ ids, remark, caller, context }: RejectAudit): Promise<BulkResult[]> {
    return executeOnSeveral(this.engines.eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: () => ({ type: 'RejectAudit', by: context.by, remark }),
    });
  }
}

@CommandHandler(ConfirmSamples)
export class ConfirmSamplesHandler implements ICommandHandler<ConfirmSamples> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly laboratories: LabConsignments,
  ) {}

  async execute({ ids, remark, caller, context }: ConfirmSamples): Promise<BulkResult[]> {
    const { eventStore } = this.engines;
    const labConsignmentIdFor = await loadLabConsignmentIds(eventStore, this.laboratories, ids, caller);
    return executeOnSeveral(eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: async ({ id, state }) => ({
        type: 'ConfirmSample',
        by: context.by,
        remark,
        limsConsignId: labConsignmentIdFor(id, state),
        settings: await loadUnitRules(eventStore, state),
      }),
    });
  }
}

@CommandHandler(ReturnSamples)
export class ReturnSamplesHandler implements ICommandHandler<ReturnSamples> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute({ ids, remark, caller, context }: ReturnSamples): Promise<BulkResult[]> {
    const { eventStore } = this.engines;
    return executeOnSeveral(eventStore, this.decisions, {
      ids,
      caller,
      context,
      commandFor: async ({ state }) => ({
        type: 'ReturnSample',
        by: context.by,
        remark,
        settings: await loadUnitRules(eventStore, state),
      }),
    });
  }
}

@CommandHandler(ReopenConsignment)
export class ReopenConsignmentHandler implements ICommandHandler<ReopenConsignment> {
  constructor(private readonly decisions: Decisions) {}

  execute({ id, caller, context }: ReopenConsignment): Promise<CommandResult<Consignment>> {
    return executeOnConsignment(this.decisions, id, { caller, context }, () => ({ type: 'Reopen', by: context.by }));
  }
}

@CommandHandler(EnterLaterStage)
export class EnterLaterStageHandler implements ICommandHandler<EnterLaterStage> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  execute({ id, stage, caller, context }: EnterLaterStage): Promise<CommandResult<Consignment>> {
    return executeOnConsignment(this.decisions, id, { caller, context }, async (state) => ({
      type: 'EnterLaterStage',
      by: context.by,
      ...stage,
      settings: await loadUnitRules(this.engines.eventStore, state),
      signatureIds: signatureIdsFor(id, context),
    }));
  }
}

@CommandHandler(SetActualFee)
export class SetActualFeeHandler implements ICommandHandler<SetActualFee> {
  constructor(private readonly decisions: Decisions) {}

  execute({ id, actFee, caller, context }: SetActualFee): Promise<CommandResult<Consignment>> {
    return executeOnConsignment(this.decisions, id, { caller, context }, () => ({
      type: 'SetActualFee',
      by: context.by,
      actFee,
    }));
  }
}

@CommandHandler(SetBill)
export class SetBillHandler implements ICommandHandler<SetBill> {
  constructor(
    private readonly decisions: Decisions,
    private readonly uploads: UploadTickets,
  ) {}

  async execute({ id, bill: { uploadId, billFile }, caller, context }: SetBill): Promise<CommandResult<Consignment>> {
    const bill = uploadId === undefined ? { billFile, billHash: null } : await this.openUpload(uploadId, caller);
    return executeOnConsignment(this.decisions, id, { caller, context }, () => ({
      type: 'SetBill',
      by: context.by,
      ...bill,
    }));
  }

  private async openUpload(uploadId: string, caller: Caller) {
    const { name, hash, size } = await this.uploads.open(uploadId, caller);
    refuseIf(fileProblem({ name, size }, BILL_EXTENSIONS));
    return { billFile: name, billHash: hash };
  }
}

@CommandHandler(SetMailNumber)
export class SetMailNumberHandler implements ICommandHandler<SetMailNumber> {
  constructor(private readonly decisions: Decisions) {}

  execute({ id, mailOrderNumber, caller, context }: SetMailNumber): Promise<CommandResult<Consignment>> {
    return executeOnConsignment(this.decisions, id, { caller, context }, () => ({
      type: 'SetMailNumber',
      by: context.by,
      mailOrderNumber,
    }));
  }
}

/**
 * Ids of the signature entries that a command may request. A repeated request gets the same ids. They are computed on
 * demand, because most submissions need none.
 */
export const signatureIdsFor = (consignmentId: string, { commandId }: CommandContext): SignatureIds => {
  const idOf = (kind: string | number) => v5(`signature/${consignmentId}/${kind}`, commandId);
  return {
    get consignor() {
      return idOf(1);
    },
    get owner() {
      return idOf(2);
    },
    get supervision() {
      return idOf(3);
    },
    witnessId: (signType, index) => idOf(`${signType}/${index}`),
  };
};

/**
 * Requests the ids that the laboratory's system gave to these consignments, in one call. Known ids are not requested.
 */
const loadLabConsignmentIds = async (
  store: EventStore,
  laboratories: LabConsignments,
  ids: readonly string[],
  { unitId }: Caller,
): Promise<(id: string, state: ConsignmentFacts) => string> => {
  const unknown: string[] = [];
  for (const id of ids) {
    const { state } = await load(store, consignment, id);
    if (state.phase === 'open' && sameId(state.header.testUnitId, unitId) && labConsignmentIdOf(id, state) === '')
      unknown.push(id);
  }
  const labIds = await laboratories.labConsignmentIdsOf(unitId, unknown);
  return (id, state) => labConsignmentIdOf(id, state) || (labIds.get(id) ?? '');
};

export const lifecycleCommandHandlers = [
  SubmitConsignmentsHandler,
  CancelConsignmentsHandler,
  DeleteConsignmentsHandler,
  PassAuditHandler,
  RejectAuditHandler,
  ConfirmSamplesHandler,
  ReturnSamplesHandler,
  ReopenConsignmentHandler,
  EnterLaterStageHandler,
  SetActualFeeHandler,
  SetBillHandler,
  SetMailNumberHandler,
];
