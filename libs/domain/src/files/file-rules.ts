import { problem, type Problem } from '../rules/rule-broken.js';
import { removeInvisible } from '../text/text.js';

/** Files of a consignment (VA-022), with the media types they are served as. Lower case, with the dot. */
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

/** Reports and files of samples take pictures of three more kinds (ADR-035). */
const REPORT_TYPES = { ...ATTACHMENT_TYPES, '.jpeg': 'image/jpeg', '.png': 'image/png', '.bmp': 'image/bmp' } as const;

export type FileExtension = keyof typeof REPORT_TYPES;

/** Icons stand in rich text alone (image-rules.ts). */
const TYPES = { ...REPORT_TYPES, '.ico': 'image/x-icon' } as const;

const keys = <Key extends string>(types: Readonly<Record<Key, string>>) => Object.keys(types) as Key[];
export const ATTACHMENT_EXTENSIONS: readonly FileExtension[] = keys(ATTACHMENT_TYPES);
export const REPORT_EXTENSIONS: readonly FileExtension[] = keys(REPORT_TYPES);

/** What may be attached: to a sample all eleven kinds, to a consignment eight (ADR-035). */
export const extensionsFor = ({ sampleId }: { sampleId?: string | undefined }): readonly FileExtension[] =>
  sampleId === undefined ? ATTACHMENT_EXTENSIONS : REPORT_EXTENSIONS;

/** 10 MB (VA-023); a file of exactly so many bytes is accepted. */
export const MAX_FILE_BYTES = 10_485_760;
/** Files of one type a consignment may hold, and files an upload control takes unless told otherwise (K-006). */
export const ATTACHMENT_LIMIT = 10;
/** Files a consignment may hold altogether: types are free text, so that a limit of each alone is none. */
export const CONSIGNMENT_FILE_LIMIT = 100;
export const UPLOAD_LIMIT = 1;

const NAME_LENGTH = 200;

/** Lower case with its dot; empty for a name without one. */
export const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

/** What a file is served as, by its name alone: what a browser claims of it is not asked. */
export const mediaTypeOf = (name: string): string => {
  const types: Readonly<Record<string, string>> = TYPES;
  return types[extensionOf(name)] ?? 'application/octet-stream';
};

/**
 * What is wrong with a file before its content is looked at; null when nothing is. The console asks before it sends,
 * the server again: name, extension (VA-022), then size in bytes (VA-023).
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

/** More files than fit: names the limit, how many are chosen now and how many that makes (VA-022). */
export const countProblem = ({ limit, now, held }: { limit: number; now: number; held: number }): Problem | null =>
  now + held > limit ? problem('TOO_MANY_FILES', { limit, now, total: now + held }) : null;

/** The name of a file as it is kept: composed, without what nobody sees and so without what hides an extension. */
export const normalizedFileName = (name: string): string => removeInvisible(name.normalize('NFC')).trim();

/** What is wrong with the name of a file; null if nothing is. */
export const fileNameProblem = (name: string): Problem | null => {
  if (name.length > NAME_LENGTH)
    return problem('FILE_NAME_TOO_LONG', { name: name.slice(0, 30), max: NAME_LENGTH }, 'file');
  return isFileName(name) ? null : problem('FILE_NAME_INVALID', { name: name.slice(0, 60) }, 'file');
};

/**
 * A name and nothing else: no path, no control character, nothing that turns the reading direction and so hides an
 * extension.
 */
const isFileName = (name: string): boolean =>
  name.length <= NAME_LENGTH &&
  name === name.trim() &&
  !name.startsWith('.') &&
  !/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(name);
