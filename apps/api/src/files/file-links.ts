import { Inject, Injectable } from '@nestjs/common';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { documentUrl } from '../print/ticket.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';

/** Addresses of stored files that a browser can open by itself. */
@Injectable()
export class FileLinks {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Path of a ticket for one file and this user, good for five minutes (ADR-012). Whether the user may see the file is the caller's to check. */
  linkTo(
    { hash, name, mediaType }: { hash: string; name: string; mediaType: string },
    { userId }: Caller,
  ): Promise<string> {
    return documentUrl(this.engines.vault, { userId, hash, name, mediaType }, this.now());
  }
}
