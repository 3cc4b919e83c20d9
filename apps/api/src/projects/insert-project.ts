import { Controller } from '@nestjs/common';
import { v5 } from 'uuid';
import { insertProject } from '#contract';
import { ROLE } from '#events';
import { problem, project, refuseIf, type CommandContext } from '#domain';
import { has, type Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { toProjectRow } from './project-row.js';

@Controller()
export class InsertProject {
  constructor(private readonly decisions: Decisions) {}

  /** A client's project belongs to its unit; the administrator's to none. */
  @Handles(insertProject)
  async handle(@Input() typed: InputOf<typeof insertProject>, @By() caller: Caller, @Command() command: CommandContext) {
    if (has(caller, ROLE.client)) refuseIf(caller.unitId === null ? problem('NO_UNIT') : null);
    const added = { ...typed, consignUnitId: caller.unitId, consignUnitName: caller.unitName, constructionUnit: '', constructionJzunit: '', jzunit: '' };
    const id = v5('project', command.commandId);
    const { revision, position } = await this.decisions.decide(project, id, { type: 'AddProject', project: added }, command);
    return answer(toProjectRow({ ...added, id }, true), { revision, position });
  }
}
