import { Controller, Inject, Res } from '@nestjs/common';
import { downloadFile } from '#contract';
import { imageIdOf, problem, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By, type ApiReply } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { imageAt } from './rich-text-images.js';
import { sentAs } from './sent-as.js';
import { UploadTickets } from './upload-tickets.js';

/** A picture of rich text, or a file that the caller has uploaded and that nothing refers to yet; no path leads anywhere else. */
@Controller()
export class DownloadFile {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly tickets: UploadTickets,
  ) {}

  @Handles(downloadFile)
  async handle(
    @Input() { path }: InputOf<typeof downloadFile>,
    @By() caller: Caller,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    if (imageIdOf(path) !== null) return imageAt(this.engines, path, reply);
    const { hash, name, mediaType } = await this.tickets.open(path, caller);
    const file = await this.engines.files.get(hash);
    if (!file) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
    return sentAs({ content: file.content, name, mediaType });
  }
}
