import { Controller, Inject } from '@nestjs/common';
import { getDocumentFile } from '#contract';
import type { Engines } from '#engines';
import { Users } from '../auth/users.js';
import { sentAs } from '../files/sent-as.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { readTicket } from './ticket.js';

/** Whoever holds a ticket gets its file. A forged or expired one, and that of a user who may no longer sign in, opens nothing. */
@Controller()
export class GetDocumentFile {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(getDocumentFile)
  async handle(@Input() { ticket: given }: InputOf<typeof getDocumentFile>) {
    const ticket = await readTicket(this.engines.vault, given, this.now());
    const holder = ticket && (await this.users.byId(ticket.userId));
    const file = ticket && holder?.active ? await this.engines.files.get(ticket.hash) : null;
    if (!ticket || !file) throw Problem.notFound();
    return sentAs({ content: file.content, name: ticket.name, mediaType: ticket.mediaType ?? file.contentType });
  }
}
