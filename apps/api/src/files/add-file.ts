import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  consignment,
  earlierOf,
  extensionsFor,
  isOfType,
  mediaTypeOf,
  problem,
  refuseIf,
  sameId,
  type CommandContext,
  type Consignment,
  type ConsignmentCommand,
  type ConsignmentFacts,
  type Handled,
  type Problem,
} from '#domain';
import type { Attachment } from '#events';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { actOn } from '../consignments/act-on.js';
import { Decisions } from '../decisions/decisions.js';
import { kindsAsked } from '../samples/form-problems.js';
import { FileStore } from './file-store.js';
import type { Owner } from './foreign-key.js';
import type { SentFile } from './received.js';

type Added = Pick<Attachment, 'accessoryType' | 'accessoryTypeID' | 'readonly'> & {
  file: SentFile;
  owner: Owner;
  replaces: boolean;
  caller: Caller;
  context: CommandContext;
};

/** Adds a file to a consignment or one of its samples. What would be refused is refused before anything is stored. */
@Injectable()
export class AddFile {
  constructor(
    @Inject(Decisions) private readonly decisions: Decisions,
    @Inject(FileStore) private readonly files: FileStore,
    @Inject(Catalogues) private readonly catalogues: Catalogues,
  ) {}

  /** The attachment as the consignment holds it now. @throws RuleBroken as the decider and FileStore find */
  async add({
    file,
    owner,
    replaces,
    caller,
    context,
    accessoryType,
    accessoryTypeID,
    readonly,
  }: Added): Promise<{ attachment: Attachment; consignmentId: string; after: Handled<Consignment> }> {
    const {
      found: { id: consignmentId, state, past },
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

    const isRepeated = earlierOf(past, context) !== undefined;
    if (!isRepeated) {
      consignment.decider.decide(
        adding({ ...facts, size: content.byteLength, mediaType: mediaTypeOf(name), hash: '' }),
        state,
      );
      refuseIf(await this.kindProblem(accessoryTypeID, state));
    }
    const attachment = { ...facts, ...(await this.files.store(file, extensionsFor(facts))) };
    const after = await actOn(this.decisions, consignmentId, { caller, context }, () => adding(attachment));
    return { attachment: heldAs(attachment, after.state), consignmentId, after };
  }

  /** Without a kind it is one of the others; a named one must be offered for this consignment (AT-001). */
  private async kindProblem(accessoryTypeID: string, state: ConsignmentFacts): Promise<Problem | null> {
    if (accessoryTypeID === '') return null;
    const kinds = await kindsAsked(this.catalogues, state);
    return kinds.some(({ id, enable }) => enable && sameId(id, accessoryTypeID))
      ? null
      : problem('ACCESSORY_TYPE_UNKNOWN', {}, 'accessoryTypeID');
  }
}

/** What the consignment holds of a file: under its own id or, where it was there before, under that of then. */
const heldAs = (file: Attachment, state: Consignment): Attachment => {
  const held = state.phase === 'absent' ? [] : state.attachments;
  return (
    held.find(({ id }) => id === file.id) ??
    held.find((each) => isOfType(each, file) && each.name === file.name && each.hash === file.hash) ??
    file
  );
};
