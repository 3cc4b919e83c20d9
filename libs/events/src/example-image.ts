import { z } from 'zod';

/** A picture that needs no other address: no script runs in it, as it is only ever shown by an image element. */
export const ExampleImage = z.string().regex(/^data:image\/(svg\+xml|png|jpeg);base64,[A-Za-z0-9+/]+=*$/);
