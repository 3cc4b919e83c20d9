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
   * Path of a ticket for one file and this user, good for five minutes (ADR-012). Whether the user may see the file is
   * the caller's to check.
   */
  linkTo(
    { hash, name, mediaType }: { hash: string; name: string; mediaType: string },
    { userId }: Caller,
  ): Promise<string> {
    return documentUrl(this.engines.vault, { userId, hash, name, mediaType }, this.now());
  }
}

/**
 * A file the engine holds. `size` in bytes; `hash` is the SHA-256 of its content, and what an event must record to keep
 * it.
 */
export const StoredFile = z.object({ hash: z.string(), name: z.string(), size: z.number(), mediaType: z.string() });

export type StoredFile = z.infer<typeof StoredFile>;

const Upload = StoredFile.extend({ userId: z.string() });

/** As long as a file that nothing refers to is kept (ADR-035). */
const UPLOAD: TicketKind = { key: 'upload-ticket-key', lifetimeMs: 24 * 60 * 60 * 1000 };

/** What stands for an uploaded file until something refers to it: the uploader alone can use it, for 24 hours. */
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

  /** @throws RuleBroken UPLOAD_UNKNOWN when it is forged, has expired or belongs to somebody else */
  async open(uploadId: string, { userId }: Caller): Promise<StoredFile> {
    const upload = await verifyTicket(this.engines.vault, Upload, uploadId, this.now(), UPLOAD);
    if (upload?.userId !== userId) throw new RuleBroken(problem('UPLOAD_UNKNOWN', {}, 'uploadId'));
    const { userId: _, ...file } = upload;
    return file;
  }
}
