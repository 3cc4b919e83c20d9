import { StreamableFile } from '@nestjs/common';

/** What a browser may show by itself; everything else is saved, whatever it claims to be. */
const SHOWN = ['application/pdf', 'image/png', 'image/jpeg', 'image/x-icon'];

/** A file as an answer: under its own name (RFC 5987), and with its length. That its type is believed, nosniff sees to (app.ts). */
export const sentAs = ({
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

/** encodeURIComponent leaves ' ( ) * alone, which the header's grammar reserves. */
const rfc5987 = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
