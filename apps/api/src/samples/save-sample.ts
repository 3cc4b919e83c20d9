import { Controller, Inject } from '@nestjs/common';
import { ROLE, type Sample } from '#events';
import { saveBuSampleInfo } from '#contract';
import { refuseIf, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { actOn } from '../consignments/act-on.js';
import { readable, type ExistingConsignment } from '../consignments/find-consignment.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { FileLinks, UploadTickets } from '../files/file-tickets.js';
import { builtSample } from './built-sample.js';
import { sampleIn } from './find-sample.js';
import { formProblems } from './form-problems.js';
import { rawMaterialsAsked } from './raw-materials-asked.js';
import { withReportLinks } from './raw-material-view.js';
import { sampleAsSeen } from './sample-as-seen.js';

type Typed = InputOf<typeof saveBuSampleInfo>;

@Controller()
export class SaveSample {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly catalogues: Catalogues,
    private readonly uploads: UploadTickets,
    private readonly links: FileLinks,
  ) {}

  @Handles(saveBuSampleInfo)
  async handle(@Input() input: Typed, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore } = this.engines;
    const { state, revision, position } = await actOn(
      this.decisions,
      input.consignId,
      { caller, context },
      async (before) => ({
        type: 'SaveSample',
        by: context.by,
        sample: await this.built(input, before, context, caller),
      }),
    );
    const { state: after, personsShown } = readable(state, caller);
    const sample = sampleIn(after, input.id);
    const view = await sampleAsSeen(eventStore, { id: input.consignId, state: after, personsShown }, sample, caller);
    return answer(
      {
        ...view,
        buSampleInfoRefSampleInfo: await withReportLinks(view.buSampleInfoRefSampleInfo, sample, this.links, {
          caller,
          personsShown,
        }),
      },
      { revision, position },
    );
  }

  private async built(
    input: Typed,
    state: ExistingConsignment,
    { by, commandId }: CommandContext,
    caller: Caller,
  ): Promise<Sample> {
    const before = sampleIn(state, input.id);
    const completing = by.role === ROLE.lab;
    refuseIf(completing ? null : await formProblems(this.catalogues, input, before, state));
    // What the laboratory completes is still the sample the client asked for, in the number of groups it asked for.
    const asked = completing
      ? {
          testUnitSampleId: before.testUnitSampleId,
          testGroupCount: before.testGroupCount,
          testPointCount: before.testPointCount,
        }
      : {};
    const { testGroupCount, testPointCount, ...typed } = { ...input, ...asked };
    // The own sample of a raw material stays one, whatever the form says.
    const isMaterial = typed.isMaterial || !state.samples.includes(before);
    const request = {
      ...typed,
      isMaterial,
      testGroupCount: testGroupCount ?? 1,
      testPointCount: testPointCount ?? 1,
      createTime: before.createTime,
    };
    const sample = await builtSample(
      { engines: this.engines, catalogues: this.catalogues },
      { id: before.id, testUnitSampleId: request.testUnitSampleId, request, kept: before, completing },
      state,
    );
    return { ...sample, ...(await this.rawMaterials(input, before, { state, caller, commandId })) };
  }

  /** Raw materials that are not sent stay as they are; an own sample of one, and a test item, has none. */
  private async rawMaterials(
    { consignId, buSampleInfoRefSampleInfo: rows, deleteMaterialSampleInfoIds: deletedIds }: Typed,
    before: Sample,
    { state, caller, commandId }: { state: ExistingConsignment; caller: Caller; commandId: string },
  ): Promise<Partial<Sample>> {
    if (!state.samples.includes(before) || state.consignType !== 1) return {};
    const { buSampleInfoRefSampleInfo, materialSamples } = before;
    if (rows === undefined)
      return {
        ...(buSampleInfoRefSampleInfo ? { buSampleInfoRefSampleInfo } : {}),
        ...(materialSamples ? { materialSamples } : {}),
      };
    return rawMaterialsAsked(
      { engines: this.engines, catalogues: this.catalogues, uploads: this.uploads },
      { rows, deletedIds, before, consignment: { id: consignId, state }, caller, commandId },
    );
  }
}
