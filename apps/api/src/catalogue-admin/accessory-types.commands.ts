import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  accessoryTypeCreate,
  accessoryTypeDelete,
  accessoryTypeUpdate,
  type AccessoryTypeView,
  type ResultOf,
} from '#contract';
import {
  requireAccessoryType,
  catalogueReasonProblems,
  withAccessoryType,
  type AccessoryType,
} from '#domain/catalogue-maintenance';
import { load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { reference } from '#domain/reference';
import { omitUndefined, refuseIf, sameId } from '#domain/rules';
import type { Engines } from '#engines';
import { ROLE, type ReferenceEvent, UNIT_TYPE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';

const ACCESSORY_TYPES = 'accessoryTypes';

/** Changes the list of accessory types. `toResult` returns one type from the changed list. */
@Injectable()
export class AccessoryTypeChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  changeTypes(
    context: CommandContext,
    change: (all: readonly AccessoryType[]) => AccessoryType[],
    reason?: string,
  ): Promise<CommandResult<ReferenceEvent | null>> {
    return this.decisions.decide(
      reference,
      ACCESSORY_TYPES,
      async (state) => {
        const all = state?.type === 'AccessoryTypesListed' ? state.data.accessoryTypes : [];
        return {
          type: 'List' as const,
          fact: {
            type: 'AccessoryTypesListed' as const,
            data: { accessoryTypes: change(all), ...(reason ? { reason } : {}) },
          },
        };
      },
      context,
    );
  }

  async toResult(
    id: string,
    { revision, position }: CommandResult<unknown>,
  ): Promise<OperationResult<AccessoryTypeView>> {
    const { state } = await load(this.engines.eventStore, reference, ACCESSORY_TYPES);
    const {
      isDeleted: _,
      orderNum: __,
      ...view
    } = requireAccessoryType(state?.type === 'AccessoryTypesListed' ? state.data.accessoryTypes : [], id);
    return withMeta(view, { revision, position });
  }
}

export class CreateAccessoryType extends Command<OperationReturn<ResultOf<typeof accessoryTypeCreate>>> {
  constructor(
    readonly input: InputOf<typeof accessoryTypeCreate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateAccessoryType)
export class CreateAccessoryTypeHandler implements ICommandHandler<CreateAccessoryType> {
  constructor(private readonly types: AccessoryTypeChanges) {}

  async execute({
    input: { name = '', enable = true, isRequire = false, orderNum, type, testUnitId },
    caller,
    context,
  }: CreateAccessoryType) {
    const id = v5('accessoryType', context.commandId);
    const owner = hasRole(caller, ROLE.admin) ? (testUnitId ?? null) : caller.unitId;
    refuseOthersType(caller, owner);
    const result = await this.types.changeTypes(context, (all) =>
      withAccessoryType(all, {
        id,
        name: name.trim(),
        type,
        enable,
        isRequire,
        isDeleted: false,
        orderNum: orderNum ?? Math.max(0, ...all.map((each) => each.orderNum)) + 1,
        testUnitId: owner,
        exampleImages: [],
      }),
    );
    return this.types.toResult(id, result);
  }
}

export class UpdateAccessoryType extends Command<OperationReturn<ResultOf<typeof accessoryTypeUpdate>>> {
  constructor(
    readonly input: InputOf<typeof accessoryTypeUpdate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateAccessoryType)
export class UpdateAccessoryTypeHandler implements ICommandHandler<UpdateAccessoryType> {
  constructor(private readonly types: AccessoryTypeChanges) {}

  async execute({ input: { id, ...patch }, caller, context }: UpdateAccessoryType) {
    return this.types.toResult(
      id,
      await this.types.changeTypes(context, (all) => {
        const existing = requireAccessoryType(all, id);
        refuseOthersType(caller, existing.testUnitId);
        return withAccessoryType(all, { ...existing, ...omitUndefined(patch) });
      }),
    );
  }
}

export class DeleteAccessoryType extends Command<OperationReturn<ResultOf<typeof accessoryTypeDelete>>> {
  constructor(
    readonly input: InputOf<typeof accessoryTypeDelete>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteAccessoryType)
export class DeleteAccessoryTypeHandler implements ICommandHandler<DeleteAccessoryType> {
  constructor(private readonly types: AccessoryTypeChanges) {}

  async execute({ input: { id, reason }, caller, context }: DeleteAccessoryType) {
    refuseIf(catalogueReasonProblems(reason));
    const { revision, position } = await this.types.changeTypes(
      context,
      (all) => {
        const existing = requireAccessoryType(all, id);
        refuseOthersType(caller, existing.testUnitId);
        return all.map((each) => (each === existing ? { ...each, isDeleted: true } : each));
      },
      reason.trim(),
    );
    return withMeta(true as const, { revision, position });
  }
}

export const accessoryTypeCommandHandlers = [
  AccessoryTypeChanges,
  CreateAccessoryTypeHandler,
  UpdateAccessoryTypeHandler,
  DeleteAccessoryTypeHandler,
];

/** @throws Problem 403 for a type that the caller does not manage */
const refuseOthersType = (caller: Caller, testUnitId: string | null): void => {
  if (
    !hasRole(caller, ROLE.admin) &&
    (testUnitId === null || caller.unitType !== UNIT_TYPE.laboratory || !sameId(caller.unitId, testUnitId))
  )
    throw Problem.forbidden();
};
