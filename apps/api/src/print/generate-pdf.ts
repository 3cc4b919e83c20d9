import { Controller, Inject } from '@nestjs/common';
import { genConsignPdf } from '#contract';
import { documentIdOf, namesOfDraft, pdfDocument, StaleRevision, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { switchesOf } from '../consignments/unit-facts.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** Records that the document is wanted, in the language of who asks; the worker makes it. */
@Controller()
export class GeneratePdf {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(genConsignPdf)
  async handle(
    @Input() { id, force }: InputOf<typeof genConsignPdf>,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    const { eventStore } = this.engines;
    const { revision, state } = await findConsignment(eventStore, id, caller);
    const { mayShow } = await switchesOf(eventStore, state.header.testUnitId);
    // If-Match is about the consignment that is printed; its document is a stream of its own.
    const { expectedRevision, ...rest } = context;
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw new StaleRevision(`consignment-${id}`, expectedRevision, revision);
    const { position } = await this.decisions.decide(
      pdfDocument,
      documentIdOf(id, language),
      {
        type: 'RequestPdf',
        consignmentId: id,
        revision,
        at: context.at,
        forced: force,
        language,
        mayShow,
        named: await namesOfDraft(eventStore, state),
      },
      rest,
    );
    return answer(true as const, { position });
  }
}
