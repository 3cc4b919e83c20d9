import { Controller, Inject } from '@nestjs/common';
import { updateProject } from '#contract';
import {
  defined,
  consigningUnit,
  load,
  problem,
  project,
  refuseIf,
  RuleBroken,
  sameId,
  type CommandContext,
} from '#domain';
import type { Engines } from '#engines';
import type { EventStore, Project } from '#events';
import { keepsAll, type Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ownOnly } from '../units/own-unit.js';
import { projectAfter } from './get-project.js';
import { refuseSameName } from './same-name.js';

@Controller()
export class UpdateProject {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** Consignments that were submitted keep the name they were submitted with, drafts show the new one. Whose a project is says who keeps them all. */
  @Handles(updateProject)
  async handle(
    @Input() { id, consignUnitId, sameNameConfirmed, ...typed }: InputOf<typeof updateProject>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { eventStore } = this.engines;
    const owner: Partial<Project> = consignUnitId === undefined ? {} : await ownerOf(eventStore, consignUnitId);
    const changed = await this.decisions.decide(
      project,
      id,
      async (before) => {
        if (!before) throw new RuleBroken(problem('NO_SUCH_PROJECT'));
        keptBy(caller, before);
        refuseIf(
          owner.consignUnitId === undefined || keepsAll(caller) || sameId(owner.consignUnitId, before.consignUnitId)
            ? null
            : problem('FIELD_OF_THE_PLATFORM', {}, 'consignUnitId'),
        );
        const after = { ...before, ...defined(typed), ...owner };
        const isRenamed = after.projectName !== before.projectName || after.consignUnitId !== before.consignUnitId;
        if (sameNameConfirmed === false && isRenamed)
          await refuseSameName(this.engines, { ...after, id }, 'PROJECT_RENAME_EXISTS');
        return { type: 'ChangeProject' as const, project: after };
      },
      context,
    );
    return projectAfter(eventStore, id, changed);
  }
}

/** Lets a project's own unit and who keeps all through. @throws Problem 403 */
export const keptBy = (caller: Caller, { consignUnitId }: Project): void => ownOnly(caller, consignUnitId);

/** Whose project it is, with the name it is shown by. @throws RuleBroken NO_SUCH_UNIT */
export const ownerOf = async (
  store: EventStore,
  consignUnitId: string | null,
): Promise<Pick<Project, 'consignUnitId' | 'consignUnitName'>> => {
  if (consignUnitId === null) return { consignUnitId, consignUnitName: '' };
  const { state } = await load(store, consigningUnit, consignUnitId);
  if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'consignUnitId'));
  return { consignUnitId, consignUnitName: state.name };
};
