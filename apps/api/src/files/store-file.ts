import { extensionOf, fileProblem, mediaTypeOf, problem, refuseIf, type FileExtension } from '#domain';
import type { Files } from '#engines';
import type { SentFile } from './received.js';
import { isWhatItsNameSays } from './file-content.js';
import type { StoredFile } from './upload-tickets.js';

/**
 * Stores what was sent once it is found in order; nothing of it is kept otherwise.
 * @throws RuleBroken as fileProblem finds, FILE_CONTENT_DIFFERS when the bytes are not what the extension says
 */
export const storeFile = async (files: Files, { name, content }: SentFile, extensions: readonly FileExtension[]): Promise<StoredFile> => {
  refuseIf(fileProblem({ name, size: content.byteLength }, extensions));
  const extension = extensions.find((allowed) => allowed === extensionOf(name));
  refuseIf(extension && isWhatItsNameSays(extension, content) ? null : problem('FILE_CONTENT_DIFFERS', { name }, 'file'));
  const mediaType = mediaTypeOf(name);
  return { ...(await files.put(content, { contentType: mediaType, name })), name, mediaType };
};
