import { Controller, Inject } from '@nestjs/common';
import { getAllowedActions } from '#contract';
import { allowedActions, messageOfProblem, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { switchesOf } from './unit-facts.js';

@Controller()
export class GetAllowedActions {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(CLOCK) private readonly now: Clock) {}

  @Handles(getAllowedActions)
  async handle(@Input() { id }: InputOf<typeof getAllowedActions>, @By() caller: Caller, @In() language: Language) {
    const { eventStore } = this.engines;
    const { state, revision } = await findConsignment(eventStore, id, caller);
    const { rules } = await switchesOf(eventStore, state.header.testUnitId);
    const actions = allowedActions(state, caller.actor, { settings: rules, at: this.now().toISOString() }).map(({ action, problem }) => ({
      action,
      allowed: problem === null,
      reason: problem && { code: problem.code, message: messageOfProblem(problem, language) },
    }));
    return answer({ revision, consignStatus: state.consignStatus, actions }, { revision });
  }
}
