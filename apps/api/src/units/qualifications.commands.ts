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
    const result = await this.qualifications.change(testUnitId, context, (current) => {
      refuseIf(
        current.some((existing) => sameId(existing.sysQualificationId, sysQualificationId))
          ? problem('RECORD_EXISTS', {}, 'sysQualificationId')
          : null,
      );
      return [
        ...current,
        {
          sysQualificationId,
          orderIndex: orderIndex ?? Math.max(0, ...current.map((existing) => existing.orderIndex)) + 1,
        },
      ];
    });
    return withMeta(
      await this.qualifications.findOfUnit(testUnitId, (qualification) =>
        sameId(qualification.sysQualificationId, sysQualificationId),
      ),
      result,
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
    const testUnitId = await this.qualifications.findUnitWith(id);
    const result = await this.qualifications.change(testUnitId, context, (current) =>
      current.map((existing) => (sameId(existing.id, id) ? { ...existing, orderIndex } : existing)),
    );
    return withMeta(await this.qualifications.findOfUnit(testUnitId, ({ id: each }) => sameId(each, id)), result);
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
        await this.qualifications.findUnitWith(id, context.commandId),
        context,
        (current) => current.filter((qualification) => !sameId(qualification.id, id)),
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
