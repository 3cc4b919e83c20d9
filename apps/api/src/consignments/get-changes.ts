import { Controller, Inject } from '@nestjs/common';
import { getConsignmentChanges } from '#contract';
import { consignmentChanges } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findConsignment } from './find-consignment.js';
import { maskedName } from './mask.js';
import { namesOf } from './names-of.js';

@Controller()
export class GetChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  @Handles(getConsignmentChanges)
  async handle(@Input() { id, after }: InputOf<typeof getConsignmentChanges>, @By() caller: Caller) {
    const { past, personsShown, revision } = await findConsignment(this.engines.eventStore, id, caller);
    const changes = consignmentChanges(past, after);
    const nameOf = await namesOf(
      this.users,
      changes.map(({ by }) => by.userId),
    );
    return answer(
      changes.map(({ by, ...change }) => ({
        ...change,
        userName: personsShown ? nameOf(by.userId) : maskedName(nameOf(by.userId)),
        isCaller: by.userId === caller.actor.userId,
      })),
      { revision },
    );
  }
}
