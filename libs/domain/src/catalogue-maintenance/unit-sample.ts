import { type CatalogueSample, type UnitSampleEvent, unitSampleEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { catalogueReasonProblems, catalogueSampleProblems } from './sample-problems.js';

/** Whose copy of which sample; both ids with dashes. */
export type UnitSampleKey = { testUnitId: string; sampleId: string };

export type UnitSampleCommand = { key: UnitSampleKey } &
  /** `template` is the sample as the system has it, null for one that the unit made itself: a copy that says the same as the template is none. */
  (
    | { type: 'KeepUnitSample'; sample: CatalogueSample; template: CatalogueSample | null; reason?: string }
    /** Takes the template's content over, so that later changes of the template leave the unit's alone; a sample not offered is offered again. */
    | { type: 'ImportUnitSample'; template: CatalogueSample }
    | { type: 'WithdrawUnitSample'; template: CatalogueSample | null; reason: string }
    | { type: 'ResetUnitSample'; template: CatalogueSample | null; reason: string }
  );

/** null: the template holds. */
export type UnitSample = { sample: CatalogueSample; withdrawn: boolean } | null;

const decide = (command: UnitSampleCommand, copy: UnitSample): UnitSampleEvent[] => {
  const { key } = command;
  const kept = (sample: CatalogueSample, reason?: string): UnitSampleEvent => ({
    type: 'UnitSampleKept',
    data: { ...key, sample, ...(reason ? { reason } : {}) },
  });
  switch (command.type) {
    case 'KeepUnitSample':
      if (copy?.withdrawn) throw new RuleBroken(problem('SAMPLE_NOT_OFFERED'));
      refuseIf(catalogueSampleProblems(command.sample));
      return sameFacts(command.sample, copy?.sample ?? command.template)
        ? []
        : [kept(command.sample, command.reason?.trim())];
    case 'ImportUnitSample':
      return copy && !copy.withdrawn ? [] : [kept(command.template)];
    case 'WithdrawUnitSample': {
      refuseIf(catalogueReasonProblems(command.reason));
      if (copy?.withdrawn) return [];
      const sample = copy?.sample ?? command.template;
      if (!sample) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
      const withdrawn: UnitSampleEvent = {
        type: 'UnitSampleWithdrawn',
        data: { ...key, reason: command.reason.trim() },
      };
      return copy ? [withdrawn] : [kept(sample), withdrawn];
    }
    case 'ResetUnitSample':
      refuseIf(catalogueReasonProblems(command.reason));
      refuseIf(command.template ? null : problem('NO_TEMPLATE'));
      return copy ? [{ type: 'UnitSampleReset', data: { ...key, reason: command.reason.trim() } }] : [];
  }
};

const evolve = (copy: UnitSample, event: UnitSampleEvent): UnitSample => {
  switch (event.type) {
    case 'UnitSampleKept':
      return { sample: event.data.sample, withdrawn: false };
    case 'UnitSampleWithdrawn':
      return copy && { ...copy, withdrawn: true };
    case 'UnitSampleReset':
      return null;
  }
};

/**
 * unitSample-<v5(sample, testing unit)>: copy on write of the catalogue (ADR-002; 002 CAT-002, CAT-003).
 * @throws RuleBroken SAMPLE_NOT_OFFERED, NO_SUCH_SAMPLE, NO_TEMPLATE, TEXT_TOO_LONG, what catalogueSampleProblems finds.
 */
export const unitSample: Aggregate<typeof unitSampleEvents, UnitSampleCommand, UnitSample> = {
  category: 'unitSample',
  events: unitSampleEvents,
  decider: { initialState: null, decide, evolve },
};
