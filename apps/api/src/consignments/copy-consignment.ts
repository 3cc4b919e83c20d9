import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { copyConsignInfo } from '#contract';
import {
  consignment,
  leftOutOfCopy,
  messageOfProblem,
  problem,
  RuleBroken,
  StaleRevision,
  type CommandContext,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { offeredToday, standardsToday } from '../samples/offered-today.js';
import { newMaterialIds } from '../samples/raw-material-ids.js';
import { refuseClosedConsigningUnit } from '../units/unit-state.js';
import { findConsignment } from './find-consignment.js';
import { everythingNamed } from './submission-facts.js';
import { wholeAfter } from './written.js';

@Controller()
export class CopyConsignment {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(copyConsignInfo)
  async handle(
    @Input() { id: sourceId }: InputOf<typeof copyConsignInfo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    const { eventStore } = this.engines;
    await refuseClosedConsigningUnit(eventStore, caller.unitId);
    const { state: source, revision } = await findConsignment(eventStore, sourceId, caller);
    if (source.phase === 'deleted') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
    // If-Match is about the consignment copied; the copy has no revision yet.
    const { expectedRevision, ...rest } = context;
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw new StaleRevision(`consignment-${sourceId}`, expectedRevision, revision);
    const id = v5('consignment', context.commandId);
    const sampleIds = source.samples.map((_, index) => v5(`sample/${index}`, context.commandId));
    const materialIds = source.samples.map((sample, index) =>
      newMaterialIds(sample, `sample/${index}`, context.commandId),
    );
    const [offered, standards, named] = await Promise.all([
      offeredToday(this.catalogues, source),
      standardsToday(this.catalogues, source),
      everythingNamed(eventStore, this.catalogues, source),
    ]);
    const copied = await this.decisions.decide(
      consignment,
      id,
      {
        type: 'CopyConsignment',
        by: context.by,
        at: context.at,
        sourceId,
        source,
        sampleIds,
        materialIds,
        offered: offered ?? [],
        standards,
        named,
      },
      rest,
    );
    const { result, facts } = await wholeAfter(eventStore, id, copied, caller, language);
    const leftOut = leftOutOfCopy(source, { offered, standards, named }).map((found) =>
      messageOfProblem(found, language),
    );
    return answer(leftOut.length === 0 ? result : { ...result, leftOut }, facts);
  }
}
