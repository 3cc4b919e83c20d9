import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { insertProject } from '#contract';
import { problem, project, refuseIf, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import { keepsAll, type Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { unitNameNow } from '../units/unit-name.js';
import { toProjectRow } from './project-row.js';
import { refuseSameName } from './same-name.js';
import { ownerOf } from './update-project.js';

@Controller()
export class InsertProject {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** A client's project belongs to its unit; that of who keeps all to the unit named, or to none. */
  @Handles(insertProject)
  async handle(
    @Input() { consignUnitId, sameNameConfirmed, ...typed }: InputOf<typeof insertProject>,
    @By() caller: Caller,
    @Command() command: CommandContext,
  ) {
    refuseIf(keepsAll(caller) || (caller.unitId !== null && caller.unitType === 2) ? null : problem('NO_UNIT'));
    const owner = keepsAll(caller)
      ? await ownerOf(this.engines.eventStore, consignUnitId ?? null)
      : { consignUnitId: caller.unitId, consignUnitName: await unitNameNow(this.engines.eventStore, caller) };
    const added = { ...typed, ...owner };
    const id = v5('project', command.commandId);
    if (sameNameConfirmed === false) await refuseSameName(this.engines, { ...added, id }, 'PROJECT_NAME_EXISTS');
    const { revision, position } = await this.decisions.decide(
      project,
      id,
      { type: 'AddProject', project: added },
      command,
    );
    return answer(toProjectRow({ ...added, id }, true), { revision, position });
  }
}
