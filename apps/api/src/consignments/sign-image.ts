import type { Files } from '#engines';
import { problem, RuleBroken } from '#domain';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Stores a drawn signature, given as base64 or as a data URL. @throws RuleBroken SIGN_IMAGE_INVALID for anything but a PNG. */
export const storeSignImage = async (files: Files, given: string): Promise<string> => {
  const content = Buffer.from(given.replace(/^data:image\/png;base64,/, ''), 'base64');
  if (!content.subarray(0, PNG.length).equals(PNG)) throw new RuleBroken(problem('SIGN_IMAGE_INVALID', {}, 'signImage'));
  return (await files.put(content, { contentType: 'image/png', name: 'signature.png' })).hash;
};
