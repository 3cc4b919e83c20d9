import { z } from 'zod';

/** A picture that needs no other address: no script runs in it, as it is only ever shown by an image element. */
export const ExampleImage = z.string().regex(/^data:image\/(svg\+xml|png|jpeg);base64,[A-Za-z0-9+/]+=*$/);

/** A picture that lies in its event, or the address of one that was uploaded, below that of the api. */
export const ShownImage = z.union([
  ExampleImage,
  z.string().regex(/^\/RichTextImages\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:png|jpg|ico)$/),
]);
