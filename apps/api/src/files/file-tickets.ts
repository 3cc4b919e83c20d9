import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { documentUrl, verifyTicket, signTicket, type TicketKind } from '../print/ticket.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';

/** Addresses of stored files that a browser can open by itself. */
@Injectable()
export class FileLinks {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * The path of a ticket for one file and this user, valid for five minutes (ADR-012). The calling code must check
   * whether the user may see the file.
   */
  linkTo(
    { hash, name, mediaType }: { hash: string; name: string; mediaType: string },
    { userId }: Caller,
  ): Promise<string> {
    return documentUrl(this.engines.vault, { userId, hash, name, mediaType }, this.now());
  }
}

/**
 * A file in the files engine. `size` is in bytes. `hash` is the SHA-256 of its content. An event must record the hash,
 * or the file is removed.
 */
export const StoredFile = z.object({ hash: z.string(), name: z.string(), size: z.number(), mediaType: z.string() });

export type StoredFile = z.infer<typeof StoredFile>;

const Upload = StoredFile.extend({ userId: z.string() });

/** An unreferenced file stays stored for this time (ADR-035). */
const UPLOAD: TicketKind = { key: 'upload-ticket-key', lifetimeMs: 24 * 60 * 60 * 1000 };

/** Tickets for uploaded files that nothing refers to yet. Only the uploader can use a ticket, for 24 hours. */
@Injectable()
export class UploadTickets {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The uploadId of a stored file. */
  seal({ hash, name, size, mediaType }: StoredFile, { userId }: Caller): Promise<string> {
    return signTicket(this.engines.vault, { hash, name, size, mediaType, userId }, this.now(), UPLOAD);
  }

  /** @throws RuleBroken UPLOAD_UNKNOWN if the ticket is forged, has expired or belongs to another user */
  async open(uploadId: string, { userId }: Caller): Promise<StoredFile> {
    const upload = await verifyTicket(this.engines.vault, Upload, uploadId, this.now(), UPLOAD);
    if (upload?.userId !== userId) throw new RuleBroken(problem('UPLOAD_UNKNOWN', {}, 'uploadId'));
    const { userId: _, ...file } = upload;
    return file;
  }
}
