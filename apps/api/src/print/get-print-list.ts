import { Controller, Inject } from '@nestjs/common';
import { getPrintList, type PdfInfo } from '#contract';
import {
  documentIdOf,
  kindOfRule,
  load,
  messageOf,
  currentDraftNames,
  pdfDocument,
  pdfStatusOf,
  RuleBroken,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment, type ReadableConsignment } from '../consignments/find-consignment.js';
import { loadUnitSwitches } from '../consignments/unit-policy.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { documentUrl } from './ticket.js';

@Controller()
export class GetPrintList {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(getPrintList)
  async handle(
    @Input() { ids }: InputOf<typeof getPrintList>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
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
    { id, state, revision, personsShown }: ReadableConsignment,
    { userId }: Caller,
    language: Language,
  ): Promise<PdfInfo> {
    const { eventStore, vault } = this.engines;
    const documentId = documentIdOf(id, language);
    const { state: document } = await load(eventStore, pdfDocument, documentId);
    const { mayShow } = await loadUnitSwitches(eventStore, state.header.testUnitId);
    const pdfStatus = pdfStatusOf(document, revision, mayShow, await currentDraftNames(eventStore, state));
    const name = `${documentIdOf(state.consignCode || id, language)}.pdf`;
    const pdfUrl =
      personsShown && pdfStatus === 1 && document.ready
        ? await documentUrl(vault, { userId, hash: document.ready.fileHash, name, documentId }, this.now())
        : '';
    return { id, pdfStatus, pdfUrl, reason: document.reason, requestedAt: document.requested?.requestedAt ?? null };
  }
}
