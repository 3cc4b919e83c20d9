import { z } from 'zod';
import { IMAGE_DIRECTORY, MAX_IMAGE_BYTES } from '#domain/files';
import { AccessoryType } from '#events';
import { Guid, operation } from './operation.js';
import { GET_LAB_ATTACHMENTS } from './product.js';
import { line, opaque } from './texts.js';

const F = '/api/services/app/FileService/';

/**
 * A stored file without references. `uploadId` identifies it when a record refers to it; it is signed, bound to the
 * uploader and valid for 24 hours. `size` is in bytes.
 */
export const UploadedFile = z.object({ uploadId: z.string(), name: z.string(), size: z.number() });
export type UploadedFile = z.infer<typeof UploadedFile>;
export const uploadFile = operation({
  name: 'uploadFile',
  method: 'POST',
  path: `${F}uploadFile`,
  summary: 'Stores one file, to be referred to later by its uploadId',
  source: 'FI-001',
  upload: true,
  result: UploadedFile,
});

/**
 * png, jpg or ico, below 100 MB, for rich text. The result is its path below the address of the api, e.g.
 * "/RichTextImages/<id>.png".
 */
export const uploadImg = operation({
  name: 'uploadImg',
  method: 'POST',
  path: `${F}uploadImg`,
  summary: 'Stores a picture for rich text and answers its path',
  source: 'FI-001',
  upload: true,
  maxFileBytes: MAX_IMAGE_BYTES,
  body: z.object({ directory: z.literal(IMAGE_DIRECTORY) }),
  result: z.string(),
});
/** Public, because a text shows it by an img element, which carries no session. The address cannot be guessed. */
export const getRichTextImage = operation({
  name: 'GetRichTextImage',
  family: 'v1',
  method: 'GET',
  path: `/${IMAGE_DIRECTORY}/:file`,
  summary: 'A picture of rich text',
  source: 'FI-001',
  download: true,
  query: z.object({ file: opaque(100) }),
});
const filePath = z.object({ path: opaque(2000, 1) });
export const deleteFileByPath = operation({
  name: 'DeleteFileByPath',
  method: 'DELETE',
  path: `${F}DeleteFileByPath`,
  summary: 'Deletes a picture of rich text that no text shows',
  source: 'FI-004',
  query: filePath,
  result: z.literal(true),
});
/** `path` is the address of a picture, or the uploadId of a file of the caller. */
export const downloadFile = operation({
  name: 'DownloadFile',
  method: 'GET',
  path: `${F}DownloadFile`,
  summary: 'A stored file under its own name',
  source: 'FI-005',
  download: true,
  query: filePath,
});

/**
 * The only table that attachments belong to (001 section 3). foreignKey is the id of a consignment or of one of its
 * samples (001.md A-25).
 */
export const FOREIGN_TABLE = 'BU_ConsignInfo';
const foreignTable = z.literal(FOREIGN_TABLE).default(FOREIGN_TABLE);
/** 001 sends the consignment's id here. Any value is accepted; with accessoryTypeID it identifies the type of file. */
const accessoryType = line(100).default('');
const accessoryTypeID = line(100).default('');

/**
 * An attachment of a consignment. `url` opens it for five minutes without a session; it is empty for callers who see
 * persons masked (ADR-016). `creationTime` is UTC ISO, `size` in bytes.
 */
export const Accessory = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  creationTime: z.string(),
  url: z.string(),
  foreignTable: z.string(),
  foreignKey: z.string(),
  accessoryType: z.string(),
  accessoryTypeID: z.string(),
  readonly: z.boolean(),
  isReplace: z.boolean(),
});
export type Accessory = z.infer<typeof Accessory>;

/**
 * isReplace: the file replaces the earlier one of the same type and name; otherwise both stay.
 * forceFilterAccessoryTypeID is only used by GetAccessory.
 */
export const uploadAccessory = operation({
  name: 'uploadAccessory',
  method: 'POST',
  path: `${F}uploadAccessory`,
  summary: 'Adds a file to a consignment that may be edited, or to one of its samples',
  source: 'FI-002',
  upload: true,
  body: z.object({
    foreignKey: Guid,
    foreignTable,
    accessoryType,
    accessoryTypeID,
    readonly: z.stringbool().default(false),
    forceFilterAccessoryTypeID: z.stringbool().default(false),
    isReplace: z.stringbool().default(false),
  }),
  result: Accessory,
});
/**
 * accessoryType filters if given, accessoryTypeID only with the force flag (FI-003). Files of samples are only included
 * with `withSamples`; their foreignKey is the sample (AT-008).
 */
export const getAccessory = operation({
  name: 'GetAccessory',
  method: 'GET',
  path: `${F}GetAccessory`,
  summary: 'Attachments of a consignment or of one of its samples, oldest first',
  source: 'FI-003',
  query: z.object({
    foreignTable,
    foreignKey: Guid,
    accessoryType,
    accessoryTypeID,
    forceFilterAccessoryTypeID: z.stringbool().default(false),
    withSamples: z.stringbool().default(false),
  }),
  result: z.array(Accessory),
});
/** `consignId` saves the search for the consignment. */
const accessoryId = z.object({ id: Guid, consignId: Guid.optional() });
export const deleteAccessory = operation({
  name: 'DeleteAccessory',
  method: 'DELETE',
  path: `${F}Delete`,
  summary: 'Removes an attachment while the consignment may be edited',
  source: 'FI-004',
  query: accessoryId,
  result: z.literal(true),
});
export const downloadFileByAccessoryId = operation({
  name: 'DownloadFileByAccessoryId',
  method: 'GET',
  path: `${F}DownloadFileByAccessoryId`,
  summary: 'The file of an attachment',
  source: 'FI-005',
  download: true,
  query: accessoryId,
});

/** A file of the laboratory. `url` opens it for five minutes; it is empty for callers who see persons masked. */
export const ExternalAttachment = z.object({ id: z.string(), attachmentName: z.string(), url: z.string() });
export type ExternalAttachment = z.infer<typeof ExternalAttachment>;
/**
 * For a laboratory without a system of its own these are the files sent to it here. For one with a system both lists
 * are empty, because only that system has the files.
 */
export const getLimsConsignAttachments = operation({
  name: GET_LAB_ATTACHMENTS,
  method: 'GET',
  path: `/api/services/app/BuConsignInfo/${GET_LAB_ATTACHMENTS}`,
  summary: 'Files of a consignment and of its samples that the laboratory has',
  source: 'FI-008',
  query: z.object({ consignId: Guid }),
  result: z.object({
    attachments: z.array(ExternalAttachment),
    sampleAttachments: z.array(z.object({ sampleId: z.string(), attachments: z.array(ExternalAttachment) })),
  }),
});

/**
 * An attachment type. `enable`: it can be chosen; `isRequire`: it is marked as required. `exampleImages` are data URIs
 * of pictures.
 */
export const AccessoryTypeView = AccessoryType.omit({ isDeleted: true, orderNum: true });
export type AccessoryTypeView = z.infer<typeof AccessoryTypeView>;
/**
 * type: 0 for consignments of raw material, 1 for any other kind. The specification names the service but not the call.
 */
export const getAccessoryTypes = operation({
  name: 'GetAccessoryTypes',
  method: 'GET',
  path: '/api/services/app/SysAccessoryType/GetAll',
  summary: 'Kinds of attachments of a kind of consignment, with example pictures',
  source: 'SAPI-023',
  query: z.object({
    testUnitId: Guid.optional(),
    type: z.coerce.number().pipe(z.literal([0, 1])),
    containsIsDeleted: z.stringbool().default(false),
  }),
  result: z.array(AccessoryTypeView),
});
