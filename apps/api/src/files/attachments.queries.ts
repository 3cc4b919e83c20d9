import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  downloadFileByAccessoryId,
  FOREIGN_TABLE,
  getAccessory,
  getAccessoryTypes,
  getLimsConsignAttachments,
  type Accessory,
  type AccessoryTypeView,
  type ExternalAttachment,
  type ResultOf,
} from '#contract';
import { attachmentIn } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { referenceLists, type AccessoryTypeRow, type ReferenceRow } from '#domain/reference';
import { dashedId, problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import { isIntegrated, testingUnit } from '#domain/units';
import { attachmentIndex, type AttachmentIndexRow } from '#domain/views';
import type { Engines } from '#engines';
import type { Attachment, EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import {
  findConsignment,
  type ReadableConsignment,
  type ExistingConsignment,
} from '../consignments/consignment-access.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { getOrWait } from '../http/wait-for-view.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { findConsignmentId, requireSample } from '../samples/find-sample.js';
import { FileLinks } from './file-tickets.js';
import { fileResponse } from './file-response.js';

type AttachmentKey = { id: string; consignId?: string | undefined };

/** The owner of a file: a consignment or one of its samples. */
export type FileOwner = { consignment: ReadableConsignment; sampleId?: string };

type TypeFilter = { type: 0 | 1; testUnitId?: string | null | undefined; containsIsDeleted?: boolean };

export class ListAttachments extends Query<OperationReturn<ResultOf<typeof getAccessory>>> {
  constructor(
    readonly input: InputOf<typeof getAccessory>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListAttachments)
export class ListAttachmentsHandler implements IQueryHandler<ListAttachments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  async execute({ input, caller }: ListAttachments) {
    const { accessoryType, accessoryTypeID, forceFilterAccessoryTypeID, withSamples } = input;
    const {
      consignment: { id, state, revision, position, showsPersons },
      sampleId,
    } = await findProjectOwner(this.engines, input, caller);
    const selection = state.attachments.filter(
      (each) =>
        ((withSamples && sampleId === undefined) || sameId(each.sampleId ?? null, sampleId ?? null)) &&
        (accessoryType === '' || sameId(each.accessoryType, accessoryType)) &&
        (!forceFilterAccessoryTypeID || sameId(each.accessoryTypeID, accessoryTypeID)),
    );
    return withMeta(
      await Promise.all(selection.map((each) => toApiAttachment(each, id, this.links, caller, showsPersons))),
      {
        revision,
        position,
      },
    );
  }
}

export class DownloadAttachment extends Query<OperationReturn<ResultOf<typeof downloadFileByAccessoryId>>> {
  constructor(
    readonly input: InputOf<typeof downloadFileByAccessoryId>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(DownloadAttachment)
export class DownloadAttachmentHandler implements IQueryHandler<DownloadAttachment> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: key, caller }: DownloadAttachment) {
    const { hash, name, mediaType } = await findAttachment(this.engines, key, caller);
    const file = await this.engines.files.get(hash);
    if (!file) throw Problem.notFound();
    return fileResponse({ content: file.content, name, mediaType });
  }
}

export class ListLabAttachments extends Query<OperationReturn<ResultOf<typeof getLimsConsignAttachments>>> {
  constructor(
    readonly input: InputOf<typeof getLimsConsignAttachments>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListLabAttachments)
export class ListLabAttachmentsHandler implements IQueryHandler<ListLabAttachments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  async execute({ input: { consignId }, caller }: ListLabAttachments) {
    const { state, showsPersons } = await findConsignment(this.engines.eventStore, consignId, caller);
    const attachments: ExternalAttachment[] = [];
    const bySample = new Map<string, ExternalAttachment[]>();
    const toExternal = async (file: Attachment): Promise<ExternalAttachment> => ({
      id: file.id,
      attachmentName: file.name,
      url: showsPersons ? await this.links.linkTo(file, caller) : '',
    });
    for (const file of await filesOfLab(this.engines.eventStore, state)) {
      if (file.sampleId === undefined) attachments.push(await toExternal(file));
      else bySample.set(file.sampleId, [...(bySample.get(file.sampleId) ?? []), await toExternal(file)]);
    }
    return {
      attachments,
      sampleAttachments: [...bySample].map(([sampleId, files]) => ({ sampleId, attachments: files })),
    };
  }
}

export class ListAccessoryTypes extends Query<OperationReturn<ResultOf<typeof getAccessoryTypes>>> {
  constructor(readonly input: InputOf<typeof getAccessoryTypes>) {
    super();
  }
}

@QueryHandler(ListAccessoryTypes)
export class ListAccessoryTypesHandler implements IQueryHandler<ListAccessoryTypes> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: filter }: ListAccessoryTypes) {
    return accessoryTypesFor(this.engines, filter);
  }
}

export const attachmentQueryHandlers = [
  ListAttachmentsHandler,
  DownloadAttachmentHandler,
  ListLabAttachmentsHandler,
  ListAccessoryTypesHandler,
];

/** An attachment for the API, without a link if the caller may not see persons (ADR-016). */
export const toApiAttachment = async (
  attachment: Attachment,
  consignmentId: string,
  links: FileLinks,
  caller: Caller,
  showsPersons: boolean,
): Promise<Accessory> => {
  const url = showsPersons ? await links.linkTo(attachment, caller) : '';
  const { id, name, size, addedAt, accessoryType, accessoryTypeID, readonly, sampleId } = attachment;
  return {
    id,
    name,
    size,
    creationTime: addedAt,
    url,
    foreignTable: FOREIGN_TABLE,
    foreignKey: sampleId ?? consignmentId,
    accessoryType,
    accessoryTypeID,
    readonly,
    isReplace: false,
  };
};

/**
 * The consignment of an attachment: the one in the request, otherwise the one in the index. If the index has none, it
 * is read again after it has caught up with the log (ADR-021).
 * @throws RuleBroken NO_SUCH_ATTACHMENT
 */
export const consignmentOfAttachment = async (engines: Engines, { id, consignId }: AttachmentKey): Promise<string> => {
  if (consignId !== undefined) return consignId;
  const row = await getOrWait<AttachmentIndexRow>(engines, attachmentIndex, id);
  if (!row) throw new RuleBroken(problem('NO_SUCH_ATTACHMENT'));
  return row.consignmentId;
};

/**
 * An attachment, if the caller may open it.
 * @throws RuleBroken NO_SUCH_ATTACHMENT; FILE_WITHHELD if the caller sees persons masked, because a file may name them
 * (ADR-016); and as findConsignment
 */
const findAttachment = async (engines: Engines, key: AttachmentKey, caller: Caller): Promise<Attachment> => {
  const { state, showsPersons } = await findConsignment(
    engines.eventStore,
    await consignmentOfAttachment(engines, key),
    caller,
  );
  const attachment = attachmentIn(state, key.id);
  refuseIf(showsPersons ? null : problem('FILE_WITHHELD'));
  return attachment;
};

const isGuid = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text.replaceAll('-', ''));

/**
 * The owner of the files of a foreignKey (001.md A-25). If accessoryType is a consignment, the foreignKey is one of its
 * samples. Otherwise it is a consignment, or a sample in the index.
 * @throws RuleBroken NO_SUCH_CONSIGNMENT, NO_SUCH_SAMPLE, and as findConsignment
 */
export const findProjectOwner = async (
  engines: Engines,
  { foreignKey, accessoryType }: { foreignKey: string; accessoryType: string },
  caller: Caller,
): Promise<FileOwner> => {
  const findSampleOwner = async (consignmentId: string): Promise<FileOwner> => {
    const consignment = await findConsignment(engines.eventStore, consignmentId, caller);
    return { consignment, sampleId: requireSample(consignment.state, foreignKey).id };
  };
  if (isGuid(accessoryType) && !sameId(accessoryType, foreignKey)) {
    const sampleOwner = await nullIfAbsent(() => findSampleOwner(dashedId(accessoryType)), 'NO_SUCH_CONSIGNMENT');
    if (sampleOwner) return sampleOwner;
  }
  const consignmentOwner = await nullIfAbsent(
    async (): Promise<FileOwner> => ({ consignment: await findConsignment(engines.eventStore, foreignKey, caller) }),
    'NO_SUCH_CONSIGNMENT',
  );
  if (consignmentOwner) return consignmentOwner;
  const consignmentId = await nullIfAbsent(() => findConsignmentId(engines, { id: foreignKey }), 'NO_SUCH_SAMPLE');
  if (consignmentId === null) throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  return findSampleOwner(consignmentId);
};

/** Returns null instead of throwing the given not-found refusal. */
const nullIfAbsent = async <Thing>(
  find: () => Promise<Thing>,
  absenceCode: 'NO_SUCH_CONSIGNMENT' | 'NO_SUCH_SAMPLE',
): Promise<Thing | null> => {
  try {
    return await find();
  } catch (error) {
    if (error instanceof RuleBroken && error.code === absenceCode) return null;
    throw error;
  }
};

/**
 * The files of a consignment at its laboratory. A laboratory without its own system works on this platform, with the
 * files that were sent to it. For other laboratories the list is empty: only their own system knows its files (FI-008,
 * PRE-003).
 */
export const filesOfLab = async (
  eventStore: EventStore,
  { header: { testUnitId }, attachments }: ExistingConsignment,
): Promise<readonly Attachment[]> => {
  const { state: unit } = testUnitId ? await load(eventStore, testingUnit, testUnitId) : { state: null };
  return unit && !isIntegrated(unit) ? attachments : [];
};

/** Types of attachments: common ones and those of the given testing unit. Older installations have none. */
export const accessoryTypesFor = async ({ views }: Engines, filter: TypeFilter): Promise<AccessoryTypeView[]> => {
  const list = await views.get<ReferenceRow>(referenceLists, 'accessoryTypes');
  return typesFor(list?.kind === 'accessoryTypes' ? list.accessoryTypes : [], filter).map(
    ({ isDeleted: _, orderNum: __, ...type }) => type,
  );
};

/** The common types and those of the given testing unit (AT-001). */
export const typesFor = (
  all: readonly AccessoryTypeRow[],
  { type, testUnitId = null, containsIsDeleted = false }: TypeFilter,
): AccessoryTypeRow[] =>
  all.filter(
    (each) =>
      each.type === type &&
      (containsIsDeleted || !each.isDeleted) &&
      (each.testUnitId === null || sameId(each.testUnitId, testUnitId)),
  );
