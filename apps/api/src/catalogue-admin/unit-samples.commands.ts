import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  tuTestSampleCopy,
  tuTestSampleCreate,
  tuTestSampleDelete,
  tuTestSampleImport,
  tuTestSampleResetTemplate,
  tuTestSampleUpdate,
  type ResultOf,
} from '#contract';
import { newSample } from '#domain/catalogue-maintenance';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { requireFreeSampleCode, OwnedSamples } from './owned-samples.js';
import { copySampleWithNewIds, applySampleRequest } from './sample-edits.js';
import { UnitSamples } from './unit-samples.queries.js';

export class CreateUnitSample extends Command<OperationReturn<ResultOf<typeof tuTestSampleCreate>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleCreate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateUnitSample)
export class CreateUnitSampleHandler implements ICommandHandler<CreateUnitSample> {
  constructor(private readonly samples: UnitSamples) {}

  async execute({ input: { testUnitId, ...request }, caller, context }: CreateUnitSample) {
    const unit = await this.samples.unit(caller, testUnitId);
    const id = v5('catalogueSample', context.commandId);
    return this.samples.add(
      unit,
      id,
      applySampleRequest(id, request, newSample(id), await this.samples.loadReferences(unit)),
      context,
    );
  }
}

export class CopyUnitSample extends Command<OperationReturn<ResultOf<typeof tuTestSampleCopy>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleCopy>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CopyUnitSample)
export class CopyUnitSampleHandler implements ICommandHandler<CopyUnitSample> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly samples: UnitSamples,
  ) {}

  async execute({ input: { testUnitId, id, sampleName, sampleCode }, caller, context }: CopyUnitSample) {
    const unit = await this.samples.unit(caller, testUnitId);
    const { sample } = await this.ownedSamples.read(unit, id);
    const copyId = v5('catalogueSample', context.commandId);
    return this.samples.add(unit, copyId, copySampleWithNewIds(sample, copyId, { sampleName, sampleCode }), context);
  }
}

export class UpdateUnitSample extends Command<OperationReturn<ResultOf<typeof tuTestSampleUpdate>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleUpdate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateUnitSample)
export class UpdateUnitSampleHandler implements ICommandHandler<UpdateUnitSample> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly samples: UnitSamples,
  ) {}

  async execute({ input: { testUnitId, id, ...request }, caller, context }: UpdateUnitSample) {
    const unit = await this.samples.unit(caller, testUnitId);
    const references = await this.samples.loadReferences(unit);
    if (request.sampleCode !== undefined)
      await requireFreeSampleCode(this.engines, this.ownedSamples, unit, id, request.sampleCode);
    return this.samples.readResult(
      unit,
      id,
      await this.ownedSamples.change(unit, id, context, (sample) =>
        applySampleRequest(id, request, sample, references),
      ),
    );
  }
}

export class DeleteUnitSample extends Command<OperationReturn<ResultOf<typeof tuTestSampleDelete>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleDelete>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteUnitSample)
export class DeleteUnitSampleHandler implements ICommandHandler<DeleteUnitSample> {
  constructor(private readonly samples: UnitSamples) {}

  async execute({ input: { testUnitId, id, reason }, caller, context }: DeleteUnitSample) {
    const { revision, position } = await this.samples.decide(
      await this.samples.unit(caller, testUnitId),
      id,
      context,
      (template) => ({
        type: 'WithdrawUnitSample',
        template,
        reason,
      }),
    );
    return withMeta(true as const, { revision, position });
  }
}

/** Copies template samples into the unit's catalogue; existing copies stay unchanged. */
export class ImportUnitSamples extends Command<OperationReturn<ResultOf<typeof tuTestSampleImport>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleImport>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ImportUnitSamples)
export class ImportUnitSamplesHandler implements ICommandHandler<ImportUnitSamples> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly samples: UnitSamples,
  ) {}

  async execute({ input: { testUnitId, ids }, caller, context }: ImportUnitSamples) {
    const unit = await this.samples.unit(caller, testUnitId);
    const samples = await Promise.all([...new Set(ids)].map((id) => this.ownedSamples.read(unit, id)));
    if (samples.some(({ template }) => template === null)) throw new RuleBroken(problem('NO_TEMPLATE'));
    let imported = 0;
    let position: CommandResult<unknown>['position'] = null;
    for (const { id } of samples) {
      const result = await this.samples.decide(
        unit,
        id,
        { ...context, commandId: v5(id, context.commandId) },
        (template) => {
          if (!template) throw new RuleBroken(problem('NO_TEMPLATE'));
          return { type: 'ImportUnitSample', template };
        },
      );
      if (result.appended > 0 || result.isRepeated) imported += 1;
      position = result.position ?? position;
    }
    return withMeta({ imported }, { position });
  }
}

export class ResetUnitSample extends Command<OperationReturn<ResultOf<typeof tuTestSampleResetTemplate>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleResetTemplate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ResetUnitSample)
export class ResetUnitSampleHandler implements ICommandHandler<ResetUnitSample> {
  constructor(private readonly samples: UnitSamples) {}

  async execute({ input: { testUnitId, id, reason }, caller, context }: ResetUnitSample) {
    const unit = await this.samples.unit(caller, testUnitId);
    return this.samples.readResult(
      unit,
      id,
      await this.samples.decide(unit, id, context, (template) => ({ type: 'ResetUnitSample', template, reason })),
    );
  }
}

export const unitSampleCommandHandlers = [
  CreateUnitSampleHandler,
  CopyUnitSampleHandler,
  UpdateUnitSampleHandler,
  DeleteUnitSampleHandler,
  ImportUnitSamplesHandler,
  ResetUnitSampleHandler,
];
