import { Controller, Inject, Req, Res } from '@nestjs/common';
import { getDocumentChanges, type DocumentChange } from '#contract';
import {
  consignment,
  consignmentOfDocument,
  documentIdOf,
  load,
  currentDraftNames,
  pdfDocument,
  pdfStatusOf,
  streamName,
  type Language,
} from '#domain';
import type { Engines } from '#engines';
import { documentEvents, idOfStream, type Position } from '#events';
import { bearerTokenOf } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { loadUnitSwitches } from '../consignments/unit-policy.js';
import { CurrentUser, RequestLanguage, type ApiReply, type ApiRequest } from '../http/api-request.js';
import { EventStreams } from '../http/event-streams.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

/** Tells a waiting console that a document is ready, so that it need not wait for its next look (PD-002). */
@Controller()
export class GetDocumentChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly streams: EventStreams,
  ) {}

  @HandlesOperation(getDocumentChanges)
  async handle(
    @Input() { ids }: InputOf<typeof getDocumentChanges>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const { eventStore } = this.engines;
    // Before the first look: what happens between the two is told twice rather than never.
    const from = await eventStore.lastPosition();
    await Promise.all(ids.map((id) => findConsignment(eventStore, id, caller)));
    void reply.header('X-Accel-Buffering', 'no');
    return this.streams.start(
      { caller, token: bearerTokenOf(request) ?? '', operation: getDocumentChanges.name },
      (over) => this.changes(ids, language, from, over),
    );
  }

  private async *changes(
    ids: readonly string[],
    language: Language,
    from: Position,
    over: AbortSignal,
  ): AsyncGenerator<DocumentChange> {
    const streams = new Set(ids.map((id) => streamName(pdfDocument, documentIdOf(id, language))));
    for (const id of ids) yield this.stateOf(id, language);
    for await (const item of this.engines.eventStore.subscribe(from, Object.keys(documentEvents), over)) {
      if ('event' in item && streams.has(item.event.stream))
        yield this.stateOf(consignmentOfDocument(idOfStream(item.event.stream)), language);
    }
  }

  private async stateOf(id: string, language: Language): Promise<DocumentChange> {
    const { eventStore } = this.engines;
    const [{ state }, { state: printed, head }] = await Promise.all([
      load(eventStore, pdfDocument, documentIdOf(id, language)),
      load(eventStore, consignment, id),
    ]);
    const unitId = printed.phase === 'absent' ? null : printed.header.testUnitId;
    const { mayShow } = await loadUnitSwitches(eventStore, unitId);
    const named = printed.phase === 'absent' ? null : await currentDraftNames(eventStore, printed);
    return { id, pdfStatus: pdfStatusOf(state, Math.max(0, head.revision), mayShow, named) };
  }
}
