import { problem, type Problem } from '../rules/rule-broken.js';
import { removeInvisible } from '../text/text.js';

/** File types of a consignment (VA-022) with their media types. Extensions are in lower case, with the dot. */
const ATTACHMENT_TYPES = {
  '.rar': 'application/vnd.rar',
  '.zip': 'application/zip',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
} as const;

/** Reports and files of samples allow three more types of pictures (ADR-035). */
const REPORT_TYPES = { ...ATTACHMENT_TYPES, '.jpeg': 'image/jpeg', '.png': 'image/png', '.bmp': 'image/bmp' } as const;

export type FileExtension = keyof typeof REPORT_TYPES;

/** Icons are only allowed in rich text (images.ts). */
const TYPES = { ...REPORT_TYPES, '.ico': 'image/x-icon' } as const;

const keys = <Key extends string>(types: Readonly<Record<Key, string>>) => Object.keys(types) as Key[];
export const ATTACHMENT_EXTENSIONS: readonly FileExtension[] = keys(ATTACHMENT_TYPES);
export const REPORT_EXTENSIONS: readonly FileExtension[] = keys(REPORT_TYPES);

/** The file types that can be attached: eleven for a sample, eight for a consignment (ADR-035). */
export const extensionsFor = ({ sampleId }: { sampleId?: string | undefined }): readonly FileExtension[] =>
  sampleId === undefined ? ATTACHMENT_EXTENSIONS : REPORT_EXTENSIONS;

/** 10 MB (VA-023). A file of exactly this size is accepted. */
export const MAX_FILE_BYTES = 10_485_760;
/** The maximum number of files of one type for a consignment, or for one of its samples (K-006). */
export const ATTACHMENT_LIMIT = 10;
/**
 * The maximum number of files in a consignment. Types are free text, so that a limit for each type alone would have no
 * effect.
 */
export const CONSIGNMENT_FILE_LIMIT = 100;
/** The number of files that an upload control accepts by default (K-006). */
export const UPLOAD_LIMIT = 1;

const NAME_LENGTH = 200;

/** The extension of a name in lower case, with the dot; empty if there is none. */
export const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

/** The media type of a file, derived from its name alone. The type that the browser sends is ignored. */
export const mediaTypeOf = (name: string): string => {
  const types: Readonly<Record<string, string>> = TYPES;
  return types[extensionOf(name)] ?? 'application/octet-stream';
};

/**
 * The problem of a file before its content is read; null if there is none. The console checks it before the upload, the
 * server checks it again: name, extension (VA-022), then size in bytes (VA-023).
 */
export const fileProblem = (
  { name: fileName, size }: { name: string; size: number },
  extensions: readonly FileExtension[],
): Problem | null => {
  const name = normalizedFileName(fileName);
  const misnamed = fileNameProblem(name);
  if (misnamed) return misnamed;
  if (!extensions.some((allowed) => allowed === extensionOf(name)))
    return problem('FILE_TYPE_UNSUPPORTED', { name, allowed: extensions.join(' ') }, 'file');
  if (size > MAX_FILE_BYTES) return problem('FILE_TOO_LARGE', {}, 'file');
  return size === 0 ? problem('FILE_EMPTY', { name }, 'file') : null;
};

/** The problem of more files than allowed, with the limit, the number of files chosen now, and the total (VA-022). */
export const countProblem = ({
  limit,
  addedCount,
  existingCount,
}: {
  limit: number;
  addedCount: number;
  existingCount: number;
}): Problem | null =>
  addedCount + existingCount > limit
    ? problem('TOO_MANY_FILES', { limit, now: addedCount, total: addedCount + existingCount })
    : null;

/** The name of a file as it is stored: composed, without invisible characters, which could hide an extension. */
export const normalizedFileName = (name: string): string => removeInvisible(name.normalize('NFC')).trim();

/** The problem of a file name; null if there is none. */
export const fileNameProblem = (name: string): Problem | null => {
  if (name.length > NAME_LENGTH)
    return problem('FILE_NAME_TOO_LONG', { name: name.slice(0, 30), max: NAME_LENGTH }, 'file');
  return isFileName(name) ? null : problem('FILE_NAME_INVALID', { name: name.slice(0, 60) }, 'file');
};

/**
 * Whether a name is only a name: no path, no control characters, and no characters that change the reading direction
 * and so hide an extension.
 */
const isFileName = (name: string): boolean =>
  name.length <= NAME_LENGTH &&
  name === name.trim() &&
  !name.startsWith('.') &&
  !/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(name);
