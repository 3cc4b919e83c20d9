import { Controller, Inject } from '@nestjs/common';
import { getDocumentFile } from '#contract';
import { consignment, consignmentOfDocument, load, canOpenDocument, pdfDocument } from '#domain';
import type { Engines } from '#engines';
import { Users } from '../auth/users.js';
import { loadUnitSwitches } from '../consignments/unit-policy.js';
import { fileResponse } from '../files/sent-as.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { readTicket, type Ticket } from './ticket.js';

/** Whoever holds a ticket gets its file. A forged or expired one, that of a user who may no longer sign in, and that of a document that shows what is hidden now, opens nothing. */
@Controller()
export class GetDocumentFile {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(getDocumentFile)
  async handle(@Input() { ticket: given }: InputOf<typeof getDocumentFile>) {
    const ticket = await readTicket(this.engines.vault, given, this.now());
    const holder = ticket && (await this.users.byId(ticket.userId));
    const opens = ticket && holder?.active && (ticket.documentId === undefined || (await this.isCurrent(ticket)));
    const file = opens ? await this.engines.files.get(ticket.hash) : null;
    if (!ticket || !file) throw Problem.notFound();
    return fileResponse({ content: file.content, name: ticket.name, mediaType: ticket.mediaType ?? file.contentType });
  }

  /** A document made before a laboratory hid its money shows it: its address ends with the switch, not with its five minutes. */
  private async isCurrent({ documentId = '', hash }: Ticket): Promise<boolean> {
    const { eventStore } = this.engines;
    const [{ state: document }, { state: printed }] = await Promise.all([
      load(eventStore, pdfDocument, documentId),
      load(eventStore, consignment, consignmentOfDocument(documentId)),
    ]);
    if (printed.phase === 'absent') return false;
    const { mayShow } = await loadUnitSwitches(eventStore, printed.header.testUnitId);
    return canOpenDocument(document, hash, mayShow);
  }
}
