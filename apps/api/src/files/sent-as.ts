import { StreamableFile } from '@nestjs/common';

/** Media types that a browser may show; everything else is downloaded. */
const SHOWN = ['application/pdf', 'image/png', 'image/jpeg', 'image/x-icon'];

/** A file as a response with its name (RFC 5987) and length. The header nosniff makes browsers trust the type (app.ts). */
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
    disposition: `${SHOWN.includes(mediaType) ? 'inline' : 'attachment'}; filename*=UTF-8''${rfc5987(name)}`,
    length: content.byteLength,
  });

/** encodeURIComponent keeps ' ( ) *, which the header's grammar reserves. */
const rfc5987 = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
