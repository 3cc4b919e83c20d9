import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { uploadAccessory } from '#contract';
import { consignment, extensionsFor, isOfType, mediaTypeOf, type CommandContext, type Consignment, type ConsignmentCommand } from '#domain';
import type { Engines } from '#engines';
import type { Attachment } from '#events';
import type { Caller } from '../auth/caller.js';
import { actOn } from '../consignments/act-on.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { accessoryView } from './accessory-view.js';
import { FileLinks } from './file-links.js';
import { FileStore } from './file-store.js';
import { ownerOf } from './foreign-key.js';
import { Received, type ReceivedOf } from './received.js';

/** Adds a file to a consignment. What would be refused is refused before anything is stored. */
@Controller()
export class UploadAccessory {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions, private readonly links: FileLinks, private readonly files: FileStore) {}

  @Handles(uploadAccessory)
  async handle(@Received() input: ReceivedOf<typeof uploadAccessory>, @By() caller: Caller, @Command() context: CommandContext) {
    const { accessoryType, accessoryTypeID, readonly, isReplace, file } = input;
    const { name, content } = file;
    const { found: { id: consignmentId, state, past }, sampleId } = await ownerOf(this.engines, input, caller);
    const facts = { id: v5('attachment', context.commandId), name, accessoryType, accessoryTypeID, readonly, addedAt: context.at, ...(sampleId === undefined ? {} : { sampleId }) };
    const adding = (attachment: Attachment): ConsignmentCommand => ({ type: 'AddAttachment', by: context.by, attachment, replaces: isReplace });

    const isRepeated = past.some(({ metadata }) => metadata.commandId === context.commandId);
    if (!isRepeated) consignment.decider.decide(adding({ ...facts, size: content.byteLength, mediaType: mediaTypeOf(name), hash: '' }), state);
    const attachment = { ...facts, ...(await this.files.store(file, extensionsFor(facts))) };
    const after = await actOn(this.decisions, consignmentId, { caller, context }, () => adding(attachment));
    return answer(await accessoryView(heldAs(attachment, after.state), consignmentId, this.links, caller, true), { revision: after.revision, position: after.position });
  }
}

/** What the consignment holds of a file: under its own id or, where it was there before, under that of then. */
const heldAs = (file: Attachment, state: Consignment): Attachment => {
  const held = state.phase === 'absent' ? [] : state.attachments;
  return held.find(({ id }) => id === file.id) ?? held.find((each) => isOfType(each, file) && each.name === file.name && each.hash === file.hash) ?? file;
};
