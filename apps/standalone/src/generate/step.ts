import type { CommandContext } from '#domain';
import type { Actor, EventCatalogue } from '#events';
import { fixedId } from '../import/run-import.js';
import type { Laboratory } from './cast.js';
import type { Decided, OwnStream } from './own-stream.js';

/** What happens next in a history: so many milliseconds after what happened last, and what it decides then. */
export type Step = {
  after: number;
  /** Set for a first submission, which needs a number of the laboratory. */
  numberFor?: { lab: Laboratory; consignmentId: string };
  /** `at` UTC ISO; `code` is the number taken, empty where none is needed. */
  decide(at: string, code: string): Decided;
};

/** Makes the steps of one history; ids of its requests are made of its key, in the order of its steps. */
export class Teller {
  private requests = 0;

  constructor(readonly key: string) {}

  step<Catalogue extends EventCatalogue, Command, State>(
    after: number,
    by: Actor,
    stream: OwnStream<Catalogue, Command, State>,
    commandAt: (at: string, code: string) => Command,
  ): Step {
    return { after, decide: (at, code) => stream.decide(commandAt(at, code), this.request(by, at)) };
  }

  private request(by: Actor, at: string): CommandContext {
    const commandId = fixedId(`${this.key}/${this.requests++}`);
    return { by, at, commandId, correlationId: commandId, imported: true };
  }
}
