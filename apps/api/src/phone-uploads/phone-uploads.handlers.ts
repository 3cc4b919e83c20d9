import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getPhoneUploads, PhoneFile, ResultOf, uploadByKey } from '#contract';
import { catalogueScopeOf, type ConsignmentFacts } from '#domain/consignment';
import { findEarlierEvent, type CommandContext } from '#domain/event-sourcing';
import { ATTACHMENT_LIMIT, extensionsFor, MAX_FILE_BYTES } from '#domain/files';
import { sameId } from '#domain/rules';
import type { Engines } from '#engines';
import type { Attachment, Position } from '#events';
import { AddFile } from '../files/attachments.commands.js';
import { accessoryTypesFor } from '../files/attachments.queries.js';
import type { UploadInputOf } from '../http/upload-input.js';
import { ENGINES } from '../injection-tokens.js';
import { expiryProblem, QrKeys, type PhoneGrant } from '../qr-codes/qr-keys.js';
import { requireSample } from '../samples/find-sample.js';
import { uploadClosedProblem, UPLOAD_PAGES, uploadTarget } from './upload-target.js';

type Uploads = { uploads: ResultOf<typeof getPhoneUploads>; revision: number; position: Position | null };

/** The target of a key and its files, for the phone, and for the desktop that polls for new files. */
export class GetPhoneUploads extends Query<Uploads> {
  constructor(readonly key: string) {
    super();
  }
}

@QueryHandler(GetPhoneUploads)
export class GetPhoneUploadsHandler implements IQueryHandler<GetPhoneUploads> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  async execute({ key }: GetPhoneUploads): Promise<Uploads> {
    const grant = await this.keys.readGrant(UPLOAD_PAGES, key);
    this.keys.refuseIf(grant, expiryProblem(grant));
    const target = await uploadTarget(this.engines, grant);
    this.keys.refuseIf(grant, uploadClosedProblem(target, grant.holder));
    const {
      consignment: { revision, position },
      state,
      sampleId,
    } = target;
    const kinds = await accessoryTypesFor(this.engines, {
      type: catalogueScopeOf(state.consignType),
      testUnitId: state.header.testUnitId,
    });
    const uploads = {
      expiresAt: grant.expiresAt,
      consignCode: state.consignCode,
      projectName: state.header.projectName,
      testContent: contentOf(state, sampleId),
      kinds: kinds.filter(({ enable }) => enable).map(({ id, name, isRequire }) => ({ id, name, isRequire })),
      files: state.attachments.filter((each) => sameId(each.sampleId ?? null, sampleId ?? null)).map(phoneFile),
      extensions: [...extensionsFor({ sampleId })],
      maxBytes: MAX_FILE_BYTES,
      limit: ATTACHMENT_LIMIT,
    };
    return { uploads, revision, position };
  }
}

const contentOf = (state: ConsignmentFacts, sampleId: string | undefined): string =>
  sampleId === undefined
    ? [...new Set(state.samples.map(({ testUnitSampleName }) => testUnitSampleName))].join('、')
    : requireSample(state, sampleId).testUnitSampleName;

/** A file without an address: a key allows to add files, not to open them. */
const phoneFile = ({ id, name, size, addedAt, accessoryTypeID }: Attachment): PhoneFile => ({
  id,
  name,
  size,
  creationTime: addedAt,
  accessoryTypeID,
});

type Added = { file: PhoneFile; revision: number; position: Position | null };

/**
 * Adds a file as uploadAccessory does, on behalf of the user who created the key. The key alone determines the target.
 */
export class UploadByKey extends Command<Added> {
  constructor(
    readonly grant: PhoneGrant,
    readonly input: Pick<UploadInputOf<typeof uploadByKey>, 'file' | 'accessoryTypeID'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadByKey)
export class UploadByKeyHandler implements ICommandHandler<UploadByKey> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly files: AddFile,
    private readonly keys: QrKeys,
  ) {}

  async execute({ grant, input: { file, accessoryTypeID }, context }: UploadByKey): Promise<Added> {
    const { holder } = grant;
    const target = await uploadTarget(this.engines, grant);
    const { consignment } = target;
    // A repeated upload is accepted even if the key has expired or the consignment was submitted meanwhile, because the
    // file is stored already.
    const isRepeated = findEarlierEvent(consignment.events, context) !== undefined;
    if (!isRepeated) this.keys.refuseIf(grant, expiryProblem(grant) ?? uploadClosedProblem(target, holder));
    const { attachment, result } = await this.files.add({
      file,
      owner: target,
      replaces: false,
      caller: holder,
      context,
      accessoryType: consignment.id,
      accessoryTypeID,
      readonly: false,
    });
    return { file: phoneFile(attachment), revision: result.revision, position: result.position };
  }
}

export const phoneUploadHandlers = [GetPhoneUploadsHandler, UploadByKeyHandler];
