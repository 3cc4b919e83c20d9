import { Inject, Injectable } from '@nestjs/common';
import type { CommandContext } from '#domain/event-sourcing';
import {
  operationsIdOf,
  operationsOfVersion,
  viewOperations,
  type ViewOperationCommand,
  type ViewOperations,
} from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import { allProjections } from '#domain/views';
import type { Engines } from '#engines';
import { Decisions } from '../../commands/decisions.js';
import { withMeta } from '../../http/operation-handlers.js';
import { ENGINES } from '../../provided.js';
import { activeBuildOf } from '../view-states.js';

/** What the registry says of a view when an order is decided; `complete` are the builds that have come as far as they were compared. */
export type RegistryFacts = {
  version: number;
  live: string;
  inCharge: string;
  complete: string[];
  stopped: string[];
  setAside: string[];
};

/** What operators order: it is recorded, and the projector, which follows the log, does it (ADR-024). */
@Injectable()
export class ViewOperationCommands {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** Decides on one view. @throws RuleBroken NO_SUCH_VIEW, and as viewOperations does. */
  async order(view: string, context: CommandContext, command: (facts: RegistryFacts) => ViewOperationCommand) {
    const projection = allProjections.find(({ name }) => name === view);
    if (!projection) throw new RuleBroken(problem('NO_SUCH_VIEW'));
    const { version } = projection;
    const made = async (state: ViewOperations) =>
      command(await this.factsOf(view, version, operationsOfVersion(state, version)));
    const { revision, position } = await this.decisions.decide(viewOperations, operationsIdOf(view), made, context);
    return withMeta({ revision }, { revision, position });
  }

  private async factsOf(view: string, version: number, { rebuild }: ViewOperations): Promise<RegistryFacts> {
    const builds = (await this.engines.views.builds()).filter(
      (build) => build.name === view && build.version === version,
    );
    const inCharge = activeBuildOf({ name: view, version }, builds);
    const comparedAt = rebuild?.comparison?.position ?? '';
    return {
      version,
      live: builds.find(({ active }) => active)?.build ?? '',
      inCharge: inCharge?.build ?? '',
      complete: builds.filter(({ checkpoint }) => checkpoint.position >= comparedAt).map(({ build }) => build),
      setAside: inCharge ? (await this.engines.views.setAside(inCharge)).map(({ stream }) => stream) : [],
      stopped: builds.filter(({ failure }) => failure !== null).map(({ build }) => build),
    };
  }
}
