import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  cancelConsignInfo,
  commitConsignInfo,
  confirmSample,
  deleteConsignInfo,
  enterLaterStage,
  LAB_CONSIGN_ID,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
  reopenConsignment,
  setActualFee,
  setConsignmentBill,
  setMailOrderNumber,
} from '#contract';
import { labConsignmentIdOf, type Consignment } from '#domain/consignment';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import { kindOfRule, messageOfProblem, problem, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { HandlesOperation, withMeta, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import type { BulkResult } from './consignment-access.js';
import { catchRefusal, reasonIn, requireIds, type BulkInput } from './bulk-calls.js';
import {
  CancelConsignments,
  ConfirmSamples,
  DeleteConsignments,
  EnterLaterStage,
  PassAudit,
  RejectAudit,
  ReopenConsignment,
  ReturnSamples,
  SetActualFee,
  SetBill,
  SetMailNumber,
  SubmitConsignments,
} from './lifecycle.commands.js';

/** The steps of consignments: submission, audit, receipt and later stages. */
@Controller()
export class LifecycleController {
  constructor(private readonly commands: CommandBus) {}

  /**
   * If a consignment cannot be submitted, the reason is a text with 200 (ADR-010). A caller without permission gets an
   * error.
   */
  @HandlesOperation(commitConsignInfo)
  async submit(
    @Input() { consignInfoIds, description }: InputOf<typeof commitConsignInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    try {
      return bulkResponse(
        await this.commands.execute(new SubmitConsignments(consignInfoIds, description, caller, context)),
      );
    } catch (error) {
      if (error instanceof RuleBroken && ['invalid', 'refused'].includes(kindOfRule(error.code)))
        return error.problems.map((ruleProblem) => messageOfProblem(ruleProblem, language)).join('\n');
      throw error;
    }
  }

  @HandlesOperation(cancelConsignInfo)
  async cancel(@Input() input: BulkInput, @CurrentUser() caller: Caller, @CurrentCommand() context: CommandContext) {
    return bulkResponse(
      await this.commands.execute(new CancelConsignments(requireIds(input), reasonIn(input), caller, context)),
    );
  }

  @HandlesOperation(reopenConsignment)
  async reopen(
    @Input() { id }: InputOf<typeof reopenConsignment>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return revisionResponse(await this.commands.execute(new ReopenConsignment(id, caller, context)));
  }

  @HandlesOperation(deleteConsignInfo)
  async delete(
    @Input() { ids, description }: InputOf<typeof deleteConsignInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const results = await this.commands.execute(new DeleteConsignments(ids, description, caller, context));
    return withMeta(true as const, { position: results.at(-1)?.position });
  }

  @HandlesOperation(passAuditConsignInfo)
  passAudit(
    @Input() input: BulkInput,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    return catchRefusal(language, async () => {
      const results = await this.commands.execute(new PassAudit(requireIds(input), reasonIn(input), caller, context));
      return withMeta(
        { items: labItemsOf(results) },
        { revision: results[0]?.revision, position: results.at(-1)?.position },
      );
    });
  }

  @HandlesOperation(noPassAuditConsignInfo)
  async rejectAudit(
    @Input() input: BulkInput,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return bulkResponse(
      await this.commands.execute(new RejectAudit(requireIds(input), reasonIn(input), caller, context)),
    );
  }

  @HandlesOperation(confirmSample)
  confirm(
    @Input() input: BulkInput,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    return catchRefusal(language, async () => {
      const results = await this.commands.execute(
        new ConfirmSamples(requireIds(input), reasonIn(input), caller, context),
      );
      const items = labItemsOf(results);
      return withMeta(
        { items, [LAB_CONSIGN_ID]: items.map((item) => item[LAB_CONSIGN_ID]).join(',') },
        { revision: results[0]?.revision, position: results.at(-1)?.position },
      );
    });
  }

  @HandlesOperation(noPassConfirmSample)
  async return(@Input() input: BulkInput, @CurrentUser() caller: Caller, @CurrentCommand() context: CommandContext) {
    return bulkResponse(
      await this.commands.execute(new ReturnSamples(requireIds(input), reasonIn(input), caller, context)),
    );
  }

  @HandlesOperation(enterLaterStage)
  async enterLaterStage(
    @Input() { id, consignStatus: toStatus, description, actFee }: InputOf<typeof enterLaterStage>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const stage = { toStatus, description, actFee: actFee ?? null };
    return revisionResponse(await this.commands.execute(new EnterLaterStage(id, stage, caller, context)));
  }

  @HandlesOperation(setActualFee)
  async setActualFee(
    @Input() { id, actFee }: InputOf<typeof setActualFee>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return revisionResponse(await this.commands.execute(new SetActualFee(id, actFee, caller, context)));
  }

  @HandlesOperation(setConsignmentBill)
  async setBill(
    @Input() { id, uploadId, billFile = '' }: InputOf<typeof setConsignmentBill>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return revisionResponse(await this.commands.execute(new SetBill(id, { uploadId, billFile }, caller, context)));
  }

  @HandlesOperation(setMailOrderNumber)
  async setMailNumber(
    @Input() { id, mailOrderNumber = '' }: InputOf<typeof setMailOrderNumber>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    if (id === undefined) throw new RuleBroken(problem('NO_CONSIGNMENT_ID', {}, 'id'));
    const { revision, position } = await this.commands.execute(new SetMailNumber(id, mailOrderNumber, caller, context));
    return withMeta(true as const, { revision, position });
  }
}

const bulkResponse = (results: readonly BulkResult[]) =>
  withMeta(true as const, { revision: results[0]?.revision, position: results.at(-1)?.position });

/** The response after a command: revision and status. */
const revisionResponse = ({ state, revision, position }: CommandResult<Consignment>) => {
  if (state.phase === 'absent') throw new Error('a consignment is gone after it was written');
  return withMeta({ revision, consignStatus: state.consignStatus }, { revision, position });
};

type LabItem = { id: string } & Record<typeof LAB_CONSIGN_ID, string>;

/** The {product}ConsignID of each consignment. Empty unless the laboratory's system gave one (EM-007). */
const labItemsOf = (results: readonly BulkResult[]): LabItem[] =>
  results.map(({ id, state }) => ({
    id,
    [LAB_CONSIGN_ID]: state.phase === 'absent' ? '' : labConsignmentIdOf(id, state),
  }));
