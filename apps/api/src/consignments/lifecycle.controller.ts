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
import {
  kindOfRule,
  labConsignmentIdOf,
  messageOf,
  messageOfProblem,
  problem,
  RuleBroken,
  type CommandContext,
  type Consignment,
  type Handled,
  type Language,
} from '#domain';
import type { Caller } from '../auth/caller.js';
import { answer, refused, type Refused } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import type { Done } from './act-on.js';
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

/** What the calls for several consignments carry, in the query or in the body (000.md 22). */
export type IdsAndReason = InputOf<typeof cancelConsignInfo>;

/** The steps of consignments: submission, audit, receipt and what follows. */
@Controller()
export class LifecycleController {
  constructor(private readonly commands: CommandBus) {}

  /** The reason why it cannot be submitted is a text with 200 (ADR-010); a caller without permission gets an error. */
  @Handles(commitConsignInfo)
  async submit(
    @Input() { consignInfoIds, description }: InputOf<typeof commitConsignInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    try {
      return doneAnswer(
        await this.commands.execute(new SubmitConsignments(consignInfoIds, description, caller, context)),
      );
    } catch (error) {
      if (error instanceof RuleBroken && ['invalid', 'refused'].includes(kindOfRule(error.code)))
        return error.problems.map((found) => messageOfProblem(found, language)).join('\n');
      throw error;
    }
  }

  @Handles(cancelConsignInfo)
  async cancel(@Input() input: IdsAndReason, @By() caller: Caller, @Command() context: CommandContext) {
    return doneAnswer(
      await this.commands.execute(new CancelConsignments(idsIn(input), reasonIn(input), caller, context)),
    );
  }

  @Handles(reopenConsignment)
  async reopen(
    @Input() { id }: InputOf<typeof reopenConsignment>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return statusAfter(await this.commands.execute(new ReopenConsignment(id, caller, context)));
  }

  @Handles(deleteConsignInfo)
  async delete(
    @Input() { ids, description }: InputOf<typeof deleteConsignInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const done = await this.commands.execute(new DeleteConsignments(ids, description, caller, context));
    return answer(true as const, { position: done.at(-1)?.position });
  }

  @Handles(passAuditConsignInfo)
  passAudit(
    @Input() input: IdsAndReason,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    return refusedOr(language, async () => {
      const done = await this.commands.execute(new PassAudit(idsIn(input), reasonIn(input), caller, context));
      return answer({ items: limsItemsOf(done) }, { revision: done[0]?.revision, position: done.at(-1)?.position });
    });
  }

  @Handles(noPassAuditConsignInfo)
  async rejectAudit(@Input() input: IdsAndReason, @By() caller: Caller, @Command() context: CommandContext) {
    return doneAnswer(await this.commands.execute(new RejectAudit(idsIn(input), reasonIn(input), caller, context)));
  }

  @Handles(confirmSample)
  confirm(
    @Input() input: IdsAndReason,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    return refusedOr(language, async () => {
      const done = await this.commands.execute(new ConfirmSamples(idsIn(input), reasonIn(input), caller, context));
      const items = limsItemsOf(done);
      return answer(
        { items, [LAB_CONSIGN_ID]: items.map((item) => item[LAB_CONSIGN_ID]).join(',') },
        { revision: done[0]?.revision, position: done.at(-1)?.position },
      );
    });
  }

  @Handles(noPassConfirmSample)
  async return(@Input() input: IdsAndReason, @By() caller: Caller, @Command() context: CommandContext) {
    return doneAnswer(await this.commands.execute(new ReturnSamples(idsIn(input), reasonIn(input), caller, context)));
  }

  @Handles(enterLaterStage)
  async enterLaterStage(
    @Input() { id, consignStatus: toStatus, description, actFee }: InputOf<typeof enterLaterStage>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const stage = { toStatus, description, actFee: actFee ?? null };
    return statusAfter(await this.commands.execute(new EnterLaterStage(id, stage, caller, context)));
  }

  @Handles(setActualFee)
  async setActualFee(
    @Input() { id, actFee }: InputOf<typeof setActualFee>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return statusAfter(await this.commands.execute(new SetActualFee(id, actFee, caller, context)));
  }

  @Handles(setConsignmentBill)
  async setBill(
    @Input() { id, uploadId, billFile = '' }: InputOf<typeof setConsignmentBill>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return statusAfter(await this.commands.execute(new SetBill(id, { uploadId, billFile }, caller, context)));
  }

  @Handles(setMailOrderNumber)
  async setMailNumber(
    @Input() { id, mailOrderNumber = '' }: InputOf<typeof setMailOrderNumber>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    if (id === undefined) throw new RuleBroken(problem('NO_CONSIGNMENT_ID', {}, 'id'));
    const { revision, position } = await this.commands.execute(new SetMailNumber(id, mailOrderNumber, caller, context));
    return answer(true as const, { revision, position });
  }
}

/** @throws Problem 400 when no id was sent. */
export const idsIn = ({ ids }: IdsAndReason): string[] => {
  if (!ids) throw Problem.invalid([{ path: 'ids', message: 'at least one id is needed' }]);
  return ids;
};

/** The reason goes by three names. */
const reasonIn = ({ remark, reason, description }: IdsAndReason): string => remark ?? reason ?? description ?? '';

const doneAnswer = (done: readonly Done[]) =>
  answer(true as const, { revision: done[0]?.revision, position: done.at(-1)?.position });

/** Revision and status after a command. */
const statusAfter = ({ state, revision, position }: Handled<Consignment>) => {
  if (state.phase === 'absent') throw new Error('a consignment is gone after it was written');
  return answer({ revision, consignStatus: state.consignStatus }, { revision, position });
};

/** Passing the audit and confirming receipt answer a rule's refusal with 200 and `success: false` (ADR-010); all else stays an error. */
export const refusedOr = async <Result>(language: Language, act: () => Promise<Result>): Promise<Result | Refused> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof RuleBroken && kindOfRule(error.code) === 'refused')
      return refused(messageOf(error.code, error.params, language), error.code);
    throw error;
  }
};

type LabItem = { id: string } & Record<typeof LAB_CONSIGN_ID, string>;

/** {product}ConsignID of each consignment: empty unless the laboratory's system gave one (EM-007). */
const limsItemsOf = (done: readonly Done[]): LabItem[] =>
  done.map(({ id, state }) => ({
    id,
    [LAB_CONSIGN_ID]: state.phase === 'absent' ? '' : labConsignmentIdOf(id, state),
  }));
