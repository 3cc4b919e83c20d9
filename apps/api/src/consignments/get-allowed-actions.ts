import { Controller, Inject } from '@nestjs/common';
import { type ForbiddenBecause, getAllowedActions } from '#contract';
import { allowedActions, type Foretold, messageOfProblem, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { foretellingFacts } from './submission-facts.js';
import { switchesOf } from './unit-facts.js';

@Controller()
export class GetAllowedActions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(getAllowedActions)
  async handle(@Input() { id }: InputOf<typeof getAllowedActions>, @By() caller: Caller, @In() language: Language) {
    const { eventStore } = this.engines;
    const { state, revision } = await findConsignment(eventStore, id, caller);
    const [{ rules }, asked] = await Promise.all([
      switchesOf(eventStore, state.header.testUnitId),
      foretellingFacts(eventStore, this.catalogues, state, caller.actor),
    ]);
    const actions = allowedActions(state, caller.actor, { settings: rules, at: this.now().toISOString(), asked }).map(
      ({ action, problem, further }) => ({
        action,
        allowed: problem === null,
        reason: problem && because(problem, language),
        ...(further.length > 0 ? { further: further.map((each) => because(each, language)) } : {}),
      }),
    );
    return answer({ revision, consignStatus: state.consignStatus, actions }, { revision });
  }
}

/** A cause among the values of a message is said in the message alone. */
const because = (problem: Foretold, language: Language): ForbiddenBecause => {
  const named = Object.entries(problem.params).filter(
    (param): param is [string, string | number] => typeof param[1] !== 'object',
  );
  return {
    code: problem.code,
    message: messageOfProblem(problem, language),
    ...(named.length > 0 ? { params: Object.fromEntries(named) } : {}),
    ...('sampleIds' in problem ? { sampleIds: [...problem.sampleIds] } : {}),
    ...(problem.path === undefined ? {} : { path: problem.path }),
  };
};
