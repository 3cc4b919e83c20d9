import { StreamableFile } from '@nestjs/common';

/** Media types that a browser may show; everything else is downloaded. */
const INLINE_MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/x-icon'];

/**
 * A file as a response with its name (RFC 5987) and length. The header nosniff (app.ts) keeps browsers from guessing
 * another type.
 */
export const fileResponse = ({
  content,
  name,
  mediaType,
}: {
  content: Uint8Array;
  name: string;
  mediaType: string;
}): StreamableFile =>
  new StreamableFile(content, {
    type: mediaType,
    disposition: `${INLINE_MEDIA_TYPES.includes(mediaType) ? 'inline' : 'attachment'}; filename*=UTF-8''${rfc5987(name)}`,
    length: content.byteLength,
  });

/** encodeURIComponent does not escape ' ( ) *, which are reserved in this header. */
const rfc5987 = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
