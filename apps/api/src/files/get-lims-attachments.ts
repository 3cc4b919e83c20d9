import { Controller, Inject } from '@nestjs/common';
import { getLimsConsignAttachments, type ExternalAttachment } from '#contract';
import type { Engines } from '#engines';
import type { Attachment } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { FileLinks } from './file-links.js';
import { filesOfLab } from './lab-files.js';

@Controller()
export class GetLimsAttachments {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  @Handles(getLimsConsignAttachments)
  async handle(@Input() { consignId }: InputOf<typeof getLimsConsignAttachments>, @By() caller: Caller) {
    const { state, personsShown } = await findConsignment(this.engines.eventStore, consignId, caller);
    const attachments: ExternalAttachment[] = [];
    const bySample = new Map<string, ExternalAttachment[]>();
    const shown = async (file: Attachment): Promise<ExternalAttachment> => ({
      id: file.id,
      attachmentName: file.name,
      url: personsShown ? await this.links.linkTo(file, caller) : '',
    });
    for (const file of await filesOfLab(this.engines.eventStore, state)) {
      if (file.sampleId === undefined) attachments.push(await shown(file));
      else bySample.set(file.sampleId, [...(bySample.get(file.sampleId) ?? []), await shown(file)]);
    }
    return {
      attachments,
      sampleAttachments: [...bySample].map(([sampleId, files]) => ({ sampleId, attachments: files })),
    };
  }
}
