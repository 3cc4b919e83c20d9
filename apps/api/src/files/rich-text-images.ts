import type { StreamableFile } from '@nestjs/common';
import { load } from '#domain/event-sourcing';
import { imageIdOf, imagePathOf, richTextImage } from '#domain/files';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import { networkOfAddress } from '../auth/network-limits.js';
import type { ApiReply } from '../http/api-request.js';
import { UploadMemory } from '../http/upload-input.js';
import { fileResponse } from './file-response.js';

const MB = 1024 * 1024;

/**
 * Pictures are public and requests are not limited. Without this limit a few large pictures would exhaust the memory.
 */
export const pictureMemory = new UploadMemory({ maxBytes: 400 * MB, maxBytesEach: 200 * MB });

/** A client that reads nothing for this time is disconnected. */
const READER_IDLE_MS = 60_000;

/** Reads the picture at an address. @throws RuleBroken NO_SUCH_FILE; Problem 503 when pictures fill the memory */
export const readImage = async (
  { eventStore, files }: Engines,
  path: string,
  reply: ApiReply,
): Promise<StreamableFile> => {
  const id = imageIdOf(path);
  const { state: image } = id === null ? { state: null } : await load(eventStore, richTextImage, id);
  if (!image || imagePathOf(id ?? '', image.name) !== path) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
  pictureMemory.reserveUntilSent(reply, networkOfAddress(reply.request.ip), image.size);
  reply.raw.setTimeout(READER_IDLE_MS, () => reply.raw.destroy());
  const file = await files.get(image.hash);
  if (!file) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
  return fileResponse({ content: file.content, name: image.name, mediaType: image.mediaType });
};
