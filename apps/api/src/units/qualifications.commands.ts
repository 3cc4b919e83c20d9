import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { tuQualificationCreate, tuQualificationDelete, tuQualificationUpdate, type ResultOf } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, sameId } from '#domain/rules';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { UnitQualifications } from './qualifications.queries.js';

export class CreateUnitQualification extends Command<OperationReturn<ResultOf<typeof tuQualificationCreate>>> {
  constructor(
    readonly input: InputOf<typeof tuQualificationCreate>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateUnitQualification)
export class CreateUnitQualificationHandler implements ICommandHandler<CreateUnitQualification> {
  constructor(private readonly qualifications: UnitQualifications) {}

  async execute({ input: { testUnitId, sysQualificationId, orderIndex }, context }: CreateUnitQualification) {
    const done = await this.qualifications.change(testUnitId, context, (before) => {
      refuseIf(
        before.some((held) => sameId(held.sysQualificationId, sysQualificationId))
          ? problem('RECORD_EXISTS', {}, 'sysQualificationId')
          : null,
      );
      return [
        ...before,
        { sysQualificationId, orderIndex: orderIndex ?? Math.max(0, ...before.map((held) => held.orderIndex)) + 1 },
      ];
    });
    return withMeta(
      await this.qualifications.entry(testUnitId, (held) => sameId(held.sysQualificationId, sysQualificationId)),
      done,
    );
  }
}

export class UpdateUnitQualification extends Command<OperationReturn<ResultOf<typeof tuQualificationUpdate>>> {
  constructor(
    readonly input: InputOf<typeof tuQualificationUpdate>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateUnitQualification)
export class UpdateUnitQualificationHandler implements ICommandHandler<UpdateUnitQualification> {
  constructor(private readonly qualifications: UnitQualifications) {}

  async execute({ input: { id, orderIndex }, context }: UpdateUnitQualification) {
    const testUnitId = await this.qualifications.unitHolding(id);
    const done = await this.qualifications.change(testUnitId, context, (before) =>
      before.map((held) => (sameId(held.id, id) ? { ...held, orderIndex } : held)),
    );
    return withMeta(await this.qualifications.entry(testUnitId, ({ id: each }) => sameId(each, id)), done);
  }
}

export class DeleteUnitQualification extends Command<OperationReturn<ResultOf<typeof tuQualificationDelete>>> {
  constructor(
    readonly input: InputOf<typeof tuQualificationDelete>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteUnitQualification)
export class DeleteUnitQualificationHandler implements ICommandHandler<DeleteUnitQualification> {
  constructor(private readonly qualifications: UnitQualifications) {}

  async execute({ input: { id, reason }, context }: DeleteUnitQualification) {
    return withMeta(
      true as const,
      await this.qualifications.change(
        await this.qualifications.unitHolding(id, context.commandId),
        context,
        (before) => before.filter((held) => !sameId(held.id, id)),
        reason,
      ),
    );
  }
}

export const qualificationCommandHandlers = [
  CreateUnitQualificationHandler,
  UpdateUnitQualificationHandler,
  DeleteUnitQualificationHandler,
];
