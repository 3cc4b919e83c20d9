import { Inject, Injectable } from '@nestjs/common';
import type { EventLogEntry } from '#contract';
import { categoryOfStream, consignmentOfStream, type EventLogRow } from '#domain/operations';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import { type Engines, personalNodesOf, replacePersons } from '#engines';
import { ROLE, allEvents, type EventCatalogue } from '#events';
import { hasRole, type Caller } from '../../auth/caller.js';
import { Users, loadUserNames } from '../../auth/users.js';
import { maskedName, maskedPhone } from '../../auth/masked-persons.js';
import { ENGINES } from '../../injection-tokens.js';

/**
 * Rows of the log for a caller, with the number of the consignment, and with the name of the author if the caller may
 * see it.
 */
@Injectable()
export class EventEntries {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async toEntries(rows: readonly EventLogRow[], caller: Caller): Promise<EventLogEntry[]> {
    const consignmentIds = [...new Set(rows.flatMap(({ stream }) => consignmentOfStream(stream) ?? []))];
    const [nameOf, consignments] = await Promise.all([
      this.loadNames(caller, rows),
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

  /** Operators see no personal data (ADR-016). */
  private async loadNames(caller: Caller, rows: readonly EventLogRow[]): Promise<(userId: string) => string> {
    if (!hasRole(caller, ROLE.admin, ROLE.auditor)) return () => '';
    const nameOf = await loadUserNames(
      this.users,
      rows.map(({ userId }) => userId),
    );
    return hasRole(caller, ROLE.admin) ? nameOf : (userId) => maskedName(nameOf(userId));
  }
}

const catalogue: EventCatalogue = allEvents;

const nodesOf = (type: string) => {
  const schema = catalogue[type]?.schema;
  return schema ? personalNodesOf(schema) : null;
};

/** Whether events of this type contain personal data. */
export const hasPersonalData = (type: string): boolean => nodesOf(type) !== null;

/**
 * The contents of an event with names, phones and certificate numbers masked as for an auditor (ADR-016). `data` is in
 * the newest schema.
 */
export const maskPersons = (type: string, data: unknown): unknown => {
  const nodes = nodesOf(type);
  return nodes
    ? replacePersons(nodes, data, (_slot, person) =>
        Object.fromEntries(Object.entries(person).map(([member, text]) => [member, maskMember(member, text)])),
      )
    : data;
};

const maskMember = (member: string, text: string): string =>
  member === 'phone' ? maskedPhone(text) : maskedName(text);

/**
 * Categories of streams whose events an operator may read in full: operation and settings of the platform. Of all other
 * streams, including future ones, an operator sees author, type and time (ADR-016). `message` is not listed, because
 * messages contain details of consignments.
 */
const READABLE_BY_OPERATORS = new Set([
  'operations',
  'document',
  'export',
  'numbering',
  'reserved',
  'settings',
  'reference',
  'instruction',
  'catalogueCategory',
  'catalogueSample',
  'catalogueStandard',
  'cataloguePack',
  'sampleTree',
]);

export const isReadableByOperators = (stream: string): boolean => READABLE_BY_OPERATORS.has(categoryOfStream(stream));
