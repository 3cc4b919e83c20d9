import { Controller, Inject } from '@nestjs/common';
import { getPrintList, type PdfInfo } from '#contract';
import {
  documentIdOf,
  kindOfRule,
  load,
  messageOf,
  namesOfDraft,
  pdfDocument,
  pdfStatusOf,
  RuleBroken,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment, type Found } from '../consignments/find-consignment.js';
import { switchesOf } from '../consignments/unit-policy.js';
import { By, In } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { documentUrl } from './ticket.js';

@Controller()
export class GetPrintList {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(getPrintList)
  async handle(@Input() { ids }: InputOf<typeof getPrintList>, @By() caller: Caller, @In() language: Language) {
    try {
      const found = await Promise.all(ids.map((id) => findConsignment(this.engines.eventStore, id, caller)));
      return {
        success: true,
        message: '',
        result: await Promise.all(found.map((each) => this.infoOf(each, caller, language))),
      };
    } catch (error) {
      // The payload has a success of its own for what is not there (API-010); whose it is not is refused like everywhere.
      if (error instanceof RuleBroken && kindOfRule(error.code) === 'missing')
        return { success: false, message: messageOf(error.code, error.params, language), result: [] };
      throw error;
    }
  }

  /** The document names persons: whoever sees them masked is given no address of it (ADR-016). */
  private async infoOf(
    { id, state, revision, personsShown }: Found,
    { userId }: Caller,
    language: Language,
  ): Promise<PdfInfo> {
    const { eventStore, vault } = this.engines;
    const documentId = documentIdOf(id, language);
    const { state: document } = await load(eventStore, pdfDocument, documentId);
    const { mayShow } = await switchesOf(eventStore, state.header.testUnitId);
    const pdfStatus = pdfStatusOf(document, revision, mayShow, await namesOfDraft(eventStore, state));
    const name = `${documentIdOf(state.consignCode || id, language)}.pdf`;
    const pdfUrl =
      personsShown && pdfStatus === 1 && document.ready
        ? await documentUrl(vault, { userId, hash: document.ready.fileHash, name, documentId }, this.now())
        : '';
    return { id, pdfStatus, pdfUrl, reason: document.reason, requestedAt: document.requested?.requestedAt ?? null };
  }
}
