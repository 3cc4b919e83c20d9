import { z } from 'zod';
import { operation } from './operation.js';
import { phoneKeyParam } from './qr-code.contract.js';
import { line } from './texts.js';

const query = z.object({ key: phoneKeyParam });
const path = '/api/v1/phone-uploads/:key';

/** A file as the phone lists it, without its contents. `size` is in bytes, `creationTime` UTC ISO. */
export const PhoneFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  creationTime: z.string(),
  accessoryTypeID: z.string(),
});
export type PhoneFile = z.infer<typeof PhoneFile>;

/** The target of an upload, for the holder of the key: a consignment, or one of its samples. `expiresAt` is UTC ISO. */
export const PhoneUploads = z.object({
  expiresAt: z.string(),
  consignCode: z.string(),
  projectName: z.string(),
  /** Name of the sample; for a consignment the names of all its samples, each once. */
  testContent: z.string(),
  kinds: z.array(z.object({ id: z.string(), name: z.string(), isRequire: z.boolean() })),
  /** The existing files, oldest first. */
  files: z.array(PhoneFile),
  /** Accepted files: extensions with their dot, maximum bytes per file, maximum number of files per kind. */
  extensions: z.array(z.string()),
  maxBytes: z.number(),
  limit: z.number(),
});
export type PhoneUploads = z.infer<typeof PhoneUploads>;

export const getPhoneUploads = operation({
  name: 'GetPhoneUploads',
  family: 'v1',
  method: 'GET',
  path,
  summary: 'What a key adds files to, and the files there are',
  source: 'QR-007',
  query,
  result: PhoneUploads,
});
/** Like uploadAccessory, on behalf of the user who created the key. A file never replaces another. */
export const uploadByKey = operation({
  name: 'UploadByKey',
  family: 'v1',
  method: 'POST',
  path,
  summary: 'Adds a file with a key, on behalf of the user who made it',
  source: 'QR-007',
  upload: true,
  query,
  body: z.object({ accessoryTypeID: line(100).default('') }),
  result: PhoneFile,
});
