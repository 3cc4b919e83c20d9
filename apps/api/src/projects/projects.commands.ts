import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { deleteProject, insertProject, updateProject, type ResultOf } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { project, projects, type ProjectRow } from '#domain/projects';
import { omitUndefined, problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { foldedForSearch } from '#domain/text';
import { consigningUnit } from '#domain/units';
import { consignmentList } from '#domain/views';
import type { Engines } from '#engines';
import { type EventStore, type Project, UNIT_TYPE } from '#events';
import { isPlatformAdmin, type Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { requireUnitAccess } from '../units/unit-access.js';
import { readUnitName } from '../units/unit-state.js';
import { readProjectAfter, toProjectRow } from './projects.queries.js';

type ProjectName = { id: string; projectName: string; consignUnitId: string | null };

/** Adds a project. A client's project belongs to the client's unit. A platform administrator names a unit or none. */
export class AddProject extends Command<OperationReturn<ResultOf<typeof insertProject>>> {
  constructor(
    readonly input: InputOf<typeof insertProject>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddProject)
export class AddProjectHandler implements ICommandHandler<AddProject> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { consignUnitId, sameNameConfirmed, ...request }, caller, context: command }: AddProject) {
    refuseIf(
      isPlatformAdmin(caller) || (caller.unitId !== null && caller.unitType === UNIT_TYPE.client)
        ? null
        : problem('NO_UNIT'),
    );
    const owner = isPlatformAdmin(caller)
      ? await readOwner(this.engines.eventStore, consignUnitId ?? null)
      : { consignUnitId: caller.unitId, consignUnitName: await readUnitName(this.engines.eventStore, caller) };
    const newProject = { ...request, ...owner };
    const id = v5('project', command.commandId);
    if (sameNameConfirmed === false) await refuseSameName(this.engines, { ...newProject, id }, 'PROJECT_NAME_EXISTS');
    const { revision, position } = await this.decisions.decide(
      project,
      id,
      { type: 'AddProject', project: newProject },
      command,
    );
    return withMeta(toProjectRow({ ...newProject, id }, true), { revision, position });
  }
}

/**
 * Changes a project. Submitted consignments keep the old name, drafts show the new one. Only platform administrators
 * can move it to another unit.
 */
export class ChangeProject extends Command<OperationReturn<ResultOf<typeof updateProject>>> {
  constructor(
    readonly input: InputOf<typeof updateProject>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeProject)
export class ChangeProjectHandler implements ICommandHandler<ChangeProject> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, consignUnitId, sameNameConfirmed, ...patch }, caller, context }: ChangeProject) {
    const { eventStore } = this.engines;
    const owner: Partial<Project> = consignUnitId === undefined ? {} : await readOwner(eventStore, consignUnitId);
    const result = await this.decisions.decide(
      project,
      id,
      async (current) => {
        if (!current) throw new RuleBroken(problem('NO_SUCH_PROJECT'));
        refuseOthersProject(caller, current);
        refuseIf(
          owner.consignUnitId === undefined ||
            isPlatformAdmin(caller) ||
            sameId(owner.consignUnitId, current.consignUnitId)
            ? null
            : problem('FIELD_OF_THE_PLATFORM', {}, 'consignUnitId'),
        );
        const updated = { ...current, ...omitUndefined(patch), ...owner };
        const hasNewIdentity =
          updated.projectName !== current.projectName || updated.consignUnitId !== current.consignUnitId;
        if (sameNameConfirmed === false && hasNewIdentity)
          await refuseSameName(this.engines, { ...updated, id }, 'PROJECT_RENAME_EXISTS');
        return { type: 'ChangeProject' as const, project: updated };
      },
      context,
    );
    return readProjectAfter(eventStore, id, result);
  }
}

/** Deletes a project. Refused while a consignment refers to it, because printed forms and reports refer to it, too. */
export class DeleteProject extends Command<OperationReturn<ResultOf<typeof deleteProject>>> {
  constructor(
    readonly input: InputOf<typeof deleteProject>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteProject)
export class DeleteProjectHandler implements ICommandHandler<DeleteProject> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, reason }, caller, context }: DeleteProject) {
    await requireUpToDate(this.engines, consignmentList);
    const { total } = await this.engines.views.find(consignmentList, {
      where: [
        { column: 'projectId', eq: id },
        { column: 'deleted', eq: 0 },
        { column: 'touched', eq: 1 },
      ],
      limit: 1,
    });
    const { revision, position } = await this.decisions.decide(
      project,
      id,
      async (current) => {
        if (!current) throw new RuleBroken(problem('NO_SUCH_PROJECT'));
        refuseOthersProject(caller, current);
        return { type: 'DeleteProject' as const, reason, consignments: total };
      },
      context,
    );
    return withMeta(true as const, { revision, position });
  }
}

export const projectCommandHandlers = [AddProjectHandler, ChangeProjectHandler, DeleteProjectHandler];

/**
 * Refuses a name that another project of the unit has, in any spelling. Only clients that can ask their user for a
 * confirmation request this check. Two concurrent requests are both accepted.
 * @throws RuleBroken with `code`
 */
const refuseSameName = async (
  engines: Engines,
  { id, projectName, consignUnitId }: ProjectName,
  code: 'PROJECT_NAME_EXISTS' | 'PROJECT_RENAME_EXISTS',
): Promise<void> => {
  const name = foldedForSearch(projectName);
  if (name === '') return;
  await requireUpToDate(engines, projects);
  const { rows } = await engines.views.find<ProjectRow>(projects, {
    where: [{ column: 'consignUnitId', eq: consignUnitId }],
    search: projectName,
    withoutTotal: true,
  });
  const duplicate = rows.find((row) => !sameId(row.id, id) && foldedForSearch(row.projectName) === name);
  refuseIf(duplicate ? problem(code, {}, 'projectName') : null);
};

/** @throws Problem 403 unless the caller belongs to the project's unit or may manage all units */
const refuseOthersProject = (caller: Caller, { consignUnitId }: Project): void =>
  requireUnitAccess(caller, consignUnitId);

/** The unit that owns a project, with its name. @throws RuleBroken NO_SUCH_UNIT */
const readOwner = async (
  store: EventStore,
  consignUnitId: string | null,
): Promise<Pick<Project, 'consignUnitId' | 'consignUnitName'>> => {
  if (consignUnitId === null) return { consignUnitId, consignUnitName: '' };
  const { state } = await load(store, consigningUnit, consignUnitId);
  if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT', {}, 'consignUnitId'));
  return { consignUnitId, consignUnitName: state.name };
};
