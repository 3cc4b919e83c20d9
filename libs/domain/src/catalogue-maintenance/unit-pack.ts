import { type CataloguePack, type UnitPackEvent, unitPackEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { packProblems } from './pack-problems.js';
import { requiredReasonProblems } from './sample-problems.js';

/** Whose copy of which pack; both ids with dashes. */
export type UnitPackKey = { testUnitId: string; packId: string };

/** `template` is the pack as the system has it, null for one that the unit made itself: a copy that says the same as the template is none. */
export type UnitPackCommand = { key: UnitPackKey; template: CataloguePack | null } & (
  | { type: 'KeepUnitPack'; pack: CataloguePack; reason?: string }
  | { type: 'WithdrawUnitPack'; reason: string }
  /** Gives the copy up; a pack of the template that the unit does not offer is offered again. */
  | { type: 'ResetUnitPack'; reason: string }
);

/** null: the template holds. `pack` is null where the unit withdrew the template's without ever changing it. */
export type UnitPack = { pack: CataloguePack | null; withdrawn: boolean } | null;

const decide = (command: UnitPackCommand, copy: UnitPack): UnitPackEvent[] => {
  const { key, template } = command;
  switch (command.type) {
    case 'KeepUnitPack':
      if (copy?.withdrawn) throw new RuleBroken(problem(template ? 'PACK_NOT_OFFERED' : 'NO_SUCH_PACK'));
      refuseIf(packProblems(command.pack));
      return sameFacts(command.pack, copy?.pack ?? template)
        ? []
        : [
            {
              type: 'UnitPackKept',
              data: {
                ...key,
                pack: command.pack,
                ...(command.reason?.trim() ? { reason: command.reason.trim() } : {}),
              },
            },
          ];
    case 'WithdrawUnitPack':
      refuseIf(requiredReasonProblems(command.reason));
      if (copy?.withdrawn) return [];
      if (!copy && !template) throw new RuleBroken(problem('NO_SUCH_PACK'));
      return [{ type: 'UnitPackWithdrawn', data: { ...key, reason: command.reason.trim() } }];
    case 'ResetUnitPack':
      refuseIf(requiredReasonProblems(command.reason));
      refuseIf(template ? null : problem('NO_PACK_TEMPLATE'));
      return copy ? [{ type: 'UnitPackReset', data: { ...key, reason: command.reason.trim() } }] : [];
  }
};

const evolve = (copy: UnitPack, event: UnitPackEvent): UnitPack => {
  switch (event.type) {
    case 'UnitPackKept':
      return { pack: event.data.pack, withdrawn: false };
    case 'UnitPackWithdrawn':
      return { pack: copy?.pack ?? null, withdrawn: true };
    case 'UnitPackReset':
      return null;
  }
};

/**
 * unitPack-<v5(pack, testing unit)>: copy on write of packs, as of samples (ADR-030).
 * @throws RuleBroken NO_SUCH_PACK, PACK_NOT_OFFERED, NO_PACK_TEMPLATE, REASON_REQUIRED, what packProblems finds.
 */
export const unitPack: Aggregate<typeof unitPackEvents, UnitPackCommand, UnitPack> = {
  category: 'unitPack',
  events: unitPackEvents,
  decider: { initialState: null, decide, evolve },
};
