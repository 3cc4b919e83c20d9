import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { deleteAccessory, uploadAccessory, type ResultOf } from '#contract';
import {
  consignment,
  isOfType,
  type Consignment,
  type ConsignmentCommand,
  type ConsignmentFacts,
} from '#domain/consignment';
import { findEarlierEvent, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { extensionsFor, mediaTypeOf } from '#domain/files';
import { problem, refuseIf, sameId, type Problem } from '#domain/rules';
import { fileHashOf, type Engines } from '#engines';
import type { Attachment } from '#events';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { executeOnConsignment } from '../consignments/consignment-access.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { attachmentKindsFor } from '../consignments/submission-facts.js';
import { consignmentOfAttachment, findProjectOwner, toApiAttachment, type FileOwner } from './attachments.queries.js';
import { FileStore } from './file-store.js';
import { FileLinks } from './file-tickets.js';
import type { UploadInputOf, UploadedContent } from '../http/upload-input.js';

type NewAttachment = Pick<Attachment, 'accessoryType' | 'accessoryTypeID' | 'readonly'> & {
  file: UploadedContent;
  owner: FileOwner;
  replaces: boolean;
  caller: Caller;
  context: CommandContext;
};

/** Adds a file to a consignment or one of its samples. Refusals are thrown before anything is stored. */
@Injectable()
export class AddFile {
  constructor(
    @Inject(Decisions) private readonly decisions: Decisions,
    @Inject(FileStore) private readonly files: FileStore,
    @Inject(Catalogues) private readonly catalogues: Catalogues,
  ) {}

  /** Returns the attachment as the consignment now has it. @throws RuleBroken as the decider and FileStore */
  async add({
    file,
    owner,
    replaces,
    caller,
    context,
    accessoryType,
    accessoryTypeID,
    readonly,
  }: NewAttachment): Promise<{ attachment: Attachment; consignmentId: string; result: CommandResult<Consignment> }> {
    const {
      consignment: { id: consignmentId, state, events },
      sampleId,
    } = owner;
    const { name, content } = file;
    const facts = {
      id: v5('attachment', context.commandId),
      name,
      accessoryType,
      accessoryTypeID,
      readonly,
      addedAt: context.at,
      ...(sampleId === undefined ? {} : { sampleId }),
    };
    const adding = (attachment: Attachment): ConsignmentCommand => ({
      type: 'AddAttachment',
      by: context.by,
      attachment,
      replaces,
    });

    const isRepeated = findEarlierEvent(events, context) !== undefined;
    if (!isRepeated) {
      consignment.decider.decide(
        adding({ ...facts, size: content.byteLength, mediaType: mediaTypeOf(name), hash: fileHashOf(content) }),
        state,
      );
      refuseIf(await this.kindProblem(accessoryTypeID, state));
    }
    const attachment = { ...facts, ...(await this.files.store(file, extensionsFor(facts))) };
    const result = await executeOnConsignment(this.decisions, consignmentId, { caller, context }, () =>
      adding(attachment),
    );
    return { attachment: storedAttachment(attachment, result.state), consignmentId, result };
  }

  /** A type is optional. If present, it must be offered for this consignment (AT-001). */
  private async kindProblem(accessoryTypeID: string, state: ConsignmentFacts): Promise<Problem | null> {
    if (accessoryTypeID === '') return null;
    const kinds = await attachmentKindsFor(this.catalogues, state);
    return kinds.some(({ id, enable }) => enable && sameId(id, accessoryTypeID))
      ? null
      : problem('ACCESSORY_TYPE_UNKNOWN', {}, 'accessoryTypeID');
  }
}

/** Adds a file to a consignment or a sample, by its foreignKey. */
export class UploadAttachment extends Command<OperationReturn<ResultOf<typeof uploadAccessory>>> {
  constructor(
    readonly input: UploadInputOf<typeof uploadAccessory>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadAttachment)
export class UploadAttachmentHandler implements ICommandHandler<UploadAttachment> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly files: AddFile,
    private readonly links: FileLinks,
  ) {}

  async execute({ input, caller, context }: UploadAttachment) {
    const { accessoryType, accessoryTypeID, readonly, isReplace, file } = input;
    const owner = await findProjectOwner(this.engines, input, caller);
    const { attachment, consignmentId, result } = await this.files.add({
      file,
      owner,
      replaces: isReplace,
      caller,
      context,
      accessoryType,
      accessoryTypeID,
      readonly,
    });
    return withMeta(await toApiAttachment(attachment, consignmentId, this.links, caller, true), {
      revision: result.revision,
      position: result.position,
    });
  }
}

/** Removes a file from a consignment. Its content stays stored, because the history refers to it. */
export class DeleteAttachment extends Command<OperationReturn<ResultOf<typeof deleteAccessory>>> {
  constructor(
    readonly input: InputOf<typeof deleteAccessory>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteAttachment)
export class DeleteAttachmentHandler implements ICommandHandler<DeleteAttachment> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, consignId }, caller, context }: DeleteAttachment) {
    const consignmentId = await consignmentOfAttachment(this.engines, { id, consignId });
    const { revision, position } = await executeOnConsignment(
      this.decisions,
      consignmentId,
      { caller, context },
      () => ({
        type: 'RemoveAttachment',
        by: context.by,
        attachmentId: id,
      }),
    );
    return withMeta(true as const, { revision, position });
  }
}

export const attachmentCommandHandlers = [UploadAttachmentHandler, DeleteAttachmentHandler];

/** The attachment under its new id or, if the same file was attached before, under the earlier id. */
const storedAttachment = (file: Attachment, state: Consignment): Attachment => {
  const attachments = state.phase === 'absent' ? [] : state.attachments;
  return (
    attachments.find(({ id }) => id === file.id) ??
    attachments.find((each) => isOfType(each, file) && each.name === file.name && each.hash === file.hash) ??
    file
  );
};
