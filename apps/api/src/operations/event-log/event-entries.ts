import { Inject, Injectable } from '@nestjs/common';
import type { EventLogEntry } from '#contract';
import { categoryOfStream, consignmentOfStream, type EventLogRow } from '#domain/operations';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { hasRole, type Caller } from '../../auth/caller.js';
import { Users } from '../../auth/users.js';
import { maskedName, loadUserNames } from '../../consignments/persons.js';
import { ENGINES } from '../../provided.js';

/** Rows of the log as a caller sees them: with the author's name, as far as it may be seen, and the number of the consignment. */
@Injectable()
export class EventEntries {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async of(rows: readonly EventLogRow[], caller: Caller): Promise<EventLogEntry[]> {
    const consignmentIds = [...new Set(rows.flatMap(({ stream }) => consignmentOfStream(stream) ?? []))];
    const [nameOf, consignments] = await Promise.all([
      this.namesFor(caller, rows),
      this.engines.views.getMany<ConsignmentRow>(consignmentList, consignmentIds),
    ]);
    const codes = new Map(consignments.map(({ id, consignCode }) => [id, consignCode]));
    return rows.map((row) => {
      const consignmentId = consignmentOfStream(row.stream);
      return {
        ...row,
        category: categoryOfStream(row.stream),
        userName: nameOf(row.userId),
        consignmentId,
        consignCode: codes.get(consignmentId ?? '') ?? '',
      };
    });
  }

  /** An operator sees no persons (ADR-016). */
  private async namesFor(caller: Caller, rows: readonly EventLogRow[]): Promise<(userId: string) => string> {
    if (!hasRole(caller, ROLE.admin, ROLE.auditor)) return () => '';
    const nameOf = await loadUserNames(
      this.users,
      rows.map(({ userId }) => userId),
    );
    return hasRole(caller, ROLE.admin) ? nameOf : (userId) => maskedName(nameOf(userId));
  }
}
