import { mediaTypeOf } from '#domain';
import type { Caller } from '../auth/caller.js';
import type { FileLinks } from '../files/file-tickets.js';

type Billed = { state: { billFile: string; billHash: string | null }; personsShown: boolean };

/** Where this caller can open the bill; empty when there is none, or when its persons are not the caller's to see (000.md 39, ADR-016). */
export const billAddress = async (
  links: FileLinks,
  { state, personsShown }: Billed,
  caller: Caller,
): Promise<string> => {
  const { billFile: name, billHash: hash } = state;
  if (!personsShown || hash === null) return personsShown ? name : '';
  return links.linkTo({ hash, name, mediaType: mediaTypeOf(name) }, caller);
};
