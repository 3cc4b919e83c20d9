import { Controller } from '@nestjs/common';
import { uploadFile } from '#contract';
import { REPORT_EXTENSIONS } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles } from '../http/handles.js';
import { FileStore } from './file-store.js';
import { Received, type ReceivedOf } from './received.js';
import { UploadTickets } from './upload-tickets.js';

/** Takes every kind of file there is a use for; what refers to it later accepts the kinds it knows. */
@Controller()
export class UploadFile {
  constructor(
    private readonly files: FileStore,
    private readonly tickets: UploadTickets,
  ) {}

  @Handles(uploadFile)
  async handle(@Received() { file }: ReceivedOf<typeof uploadFile>, @By() caller: Caller) {
    const stored = await this.files.store(file, REPORT_EXTENSIONS);
    return { uploadId: await this.tickets.seal(stored, caller), name: stored.name, size: stored.size };
  }
}
