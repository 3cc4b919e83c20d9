import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { accessoryTypeCreate, accessoryTypeDelete, accessoryTypeUpdate, type AccessoryTypeView } from '#contract';
import {
  defined,
  accessoryTypeIn,
  catalogueReasonProblems,
  load,
  reference,
  refuseIf,
  sameId,
  withAccessoryType,
  type AccessoryType,
  type CommandContext,
  type Handled,
} from '#domain';
import type { Engines } from '#engines';
import { ROLE, type ReferenceEvent } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

const LIST = 'accessoryTypes';

/** Kinds of attachments: those of every testing unit are the administrator's, each unit keeps its own beside them (002 CAT-004). */
@Controller()
export class KeepAccessoryTypes {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(accessoryTypeCreate)
  async create(
    @Input()
    { name = '', enable = true, isRequire = false, orderNum, type, testUnitId }: InputOf<typeof accessoryTypeCreate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const id = v5('accessoryType', context.commandId);
    const owner = has(caller, ROLE.admin) ? (testUnitId ?? null) : caller.unitId;
    mayKeep(caller, owner);
    const written = await this.changed(context, (all) =>
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
    return this.shown(id, written);
  }

  @Handles(accessoryTypeUpdate)
  async update(
    @Input() { id, ...typed }: InputOf<typeof accessoryTypeUpdate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.shown(
      id,
      await this.changed(context, (all) => {
        const before = accessoryTypeIn(all, id);
        mayKeep(caller, before.testUnitId);
        return withAccessoryType(all, { ...before, ...defined(typed) });
      }),
    );
  }

  @Handles(accessoryTypeDelete)
  async remove(
    @Input() { id, reason }: InputOf<typeof accessoryTypeDelete>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    refuseIf(catalogueReasonProblems(reason));
    const { revision, position } = await this.changed(
      context,
      (all) => {
        const before = accessoryTypeIn(all, id);
        mayKeep(caller, before.testUnitId);
        return all.map((each) => (each === before ? { ...each, isDeleted: true } : each));
      },
      reason.trim(),
    );
    return answer(true as const, { revision, position });
  }

  private changed(
    context: CommandContext,
    change: (all: readonly AccessoryType[]) => AccessoryType[],
    reason?: string,
  ): Promise<Handled<ReferenceEvent | null>> {
    return this.decisions.decide(
      reference,
      LIST,
      async (listed) => {
        const all = listed?.type === 'AccessoryTypesListed' ? listed.data.accessoryTypes : [];
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

  private async shown(id: string, { revision, position }: Handled<unknown>): Promise<Answer<AccessoryTypeView>> {
    const { state } = await load(this.engines.eventStore, reference, LIST);
    const {
      isDeleted: _,
      orderNum: __,
      ...view
    } = accessoryTypeIn(state?.type === 'AccessoryTypesListed' ? state.data.accessoryTypes : [], id);
    return answer(view, { revision, position });
  }
}

/** @throws Problem 403 for a kind that is not the caller's to keep. */
const mayKeep = (caller: Caller, testUnitId: string | null): void => {
  if (!has(caller, ROLE.admin) && (testUnitId === null || caller.unitType !== 1 || !sameId(caller.unitId, testUnitId)))
    throw Problem.forbidden();
};
