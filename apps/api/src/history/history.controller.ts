import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { getHistory, getHistoryProof, getHistoryProofFile, getHistoryRecord, getHistoryState } from '#contract';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { GetHistoryProof, GetHistoryProofFile } from './proof.queries.js';
import { GetHistoryRecord, GetHistoryState } from './revision.queries.js';
import { GetHistory } from './timeline.queries.js';

/**
 * The history of a consignment: its timeline, its state and event at each revision, and the proof of its hash chain.
 */
@Controller()
export class HistoryController {
  constructor(private readonly queries: QueryBus) {}

  @HandlesOperation(getHistory)
  timeline(
    @Input() input: InputOf<typeof getHistory>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new GetHistory(input, caller, language));
  }

  @HandlesOperation(getHistoryState)
  state(
    @Input() input: InputOf<typeof getHistoryState>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    return this.queries.execute(new GetHistoryState(input, caller, language));
  }

  @HandlesOperation(getHistoryRecord)
  record(@Input() input: InputOf<typeof getHistoryRecord>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetHistoryRecord(input, caller));
  }

  @HandlesOperation(getHistoryProof)
  proof(@Input() input: InputOf<typeof getHistoryProof>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetHistoryProof(input, caller));
  }

  @HandlesOperation(getHistoryProofFile)
  proofFile(@Input() input: InputOf<typeof getHistoryProofFile>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetHistoryProofFile(input, caller));
  }
}
