import { Controller, Inject } from '@nestjs/common';
import { getEvent } from '#contract';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { consignmentOfStream, eventLog, type EventLogRow } from '#domain/operations';
import { RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import { allEvents, decode, ROLE, type RecordedEvent } from '#events';
import { hasRole, type Caller } from '../../auth/caller.js';
import { requireReadable } from '../../consignments/find-consignment.js';
import { CurrentUser } from '../../http/api-request.js';
import { getOrWait } from '../../http/view-freshness.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { Problem } from '../../http/problem.js';
import { ENGINES } from '../../provided.js';
import { EventEntries } from './event-entries.js';
import { hasPersonalData, withMaskedPersons } from './masked-persons.js';
import { isReadableByOperators } from './operators-see.js';

/** One event with what it says, read from its own stream: the log's view holds no contents. */
@Controller()
export class GetEvent {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly entries: EventEntries,
  ) {}

  @HandlesOperation(getEvent)
  async handle(@Input() { eventId }: InputOf<typeof getEvent>, @CurrentUser() caller: Caller) {
    const row = await getOrWait<EventLogRow>(this.engines, eventLog, eventId);
    if (!row) throw Problem.notFound();
    const { events } = await this.engines.eventStore.read(row.stream, { from: row.revision, to: row.revision });
    const [event, [entry]] = [events[0], await this.entries.of([row], caller)];
    if (!event || !entry) throw Problem.notFound();
    const { schemaVersion, bodyHash, previousHash, hash, imported = false } = event.metadata;
    const withheld = !(await this.maySee(event, caller));
    const personsMasked = !withheld && !hasRole(caller, ROLE.admin) && hasPersonalData(event.type);
    const { data } = decode(allEvents, event);
    return {
      ...entry,
      schemaVersion,
      ...(bodyHash === undefined ? {} : { bodyHash }),
      previousHash,
      hash,
      imported,
      withheld,
      personsMasked,
      data: withheld ? null : personsMasked ? withMaskedPersons(event.type, data) : data,
    };
  }

  /** Whoever may not read a consignment does not read its events either; an operator reads none of it (ADR-027, ADR-016). */
  private async maySee({ stream }: RecordedEvent, caller: Caller): Promise<boolean> {
    if (!hasRole(caller, ROLE.admin, ROLE.auditor)) return isReadableByOperators(stream);
    // A tenant's connectionString is the administrator's alone (002 US-014); events before it lay in the vault hold it.
    if (stream.startsWith('tenant-')) return hasRole(caller, ROLE.admin);
    const id = consignmentOfStream(stream);
    if (id === null) return true;
    const { state } = await load(this.engines.eventStore, consignment, id);
    try {
      return requireReadable(state, caller).state !== null;
    } catch (error) {
      if (error instanceof RuleBroken) return false;
      throw error;
    }
  }
}
