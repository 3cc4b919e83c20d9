import { Controller, Inject } from '@nestjs/common';
import { genConsignPdf } from '#contract';
import {
  documentIdOf,
  currentDraftNames,
  pdfDocument,
  StaleRevision,
  streamName,
  type CommandContext,
  type Language,
} from '#domain';
import { LOG_READER, type Engines } from '#engines';
import { StoreUnavailable } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { loadUnitSwitches } from '../consignments/unit-policy.js';
import { Decisions } from '../decisions/decisions.js';
import { withMeta } from '../http/answer.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** Records that the document is wanted, in the language of who asks; the worker makes it. */
@Controller()
export class GeneratePdf {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @HandlesOperation(genConsignPdf)
  async handle(
    @Input() { id, force }: InputOf<typeof genConsignPdf>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    const { eventStore } = this.engines;
    const { revision, state } = await findConsignment(eventStore, id, caller);
    const { mayShow } = await loadUnitSwitches(eventStore, state.header.testUnitId);
    // If-Match is about the consignment that is printed; its document is a stream of its own.
    const { expectedRevision, ...rest } = context;
    if (expectedRevision !== undefined && expectedRevision !== revision)
      throw new StaleRevision(`consignment-${id}`, expectedRevision, revision);
    const documentId = documentIdOf(id, language);
    const request = {
      type: 'RequestPdf',
      consignmentId: id,
      revision,
      at: context.at,
      language,
      mayShow,
      named: await currentDraftNames(eventStore, state),
    } as const;
    const decide = (forced: boolean) => this.decisions.decide(pdfDocument, documentId, { ...request, forced }, rest);
    const asked = await decide(force);
    const { position } = asked.appended === 0 && (await this.isLost(documentId)) ? await decide(true) : asked;
    return withMeta(true as const, { position });
  }

  /** Whether the document is being made and nobody makes it: the worker has read its request, and the job is nowhere. */
  private async isLost(documentId: string): Promise<boolean> {
    const { eventStore, jobs } = this.engines;
    const newest = await eventStore.readLast(streamName(pdfDocument, documentId));
    if (newest?.type !== 'PdfRequested') return false;
    try {
      const read = await jobs.checkpoint(LOG_READER);
      if (read?.logId !== eventStore.logId || read.position < newest.position) return false;
      return (await jobs.whereabouts('render-pdf', [`${newest.id}.render-pdf`]))[0] === 'lost';
    } catch (error) {
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  }
}
