import { withoutEntities } from '../catalogue/plain-text.js';
import { imagesIn } from '../files/image-rules.js';

const PICTURE = /<img\b[^>]*>/gi;
const ALT = /\balt="([^"]*)"/i;

/** The first figures of the address of the uploaded picture that a text names; empty where it names none. */
export const pictureMark = (text: string): string =>
  imagesIn(text)
    .slice(0, 1)
    .map((id) => `#${id.slice(0, 8)}`)
    .join('');

/** What the pictures of rich text are called, in their order: an uploaded one by the first figures of its address too, for another may bear the same name. */
export const pictureNames = (html: string): string[] =>
  [...html.matchAll(PICTURE)].map(([picture], place) => {
    const name = withoutEntities(ALT.exec(picture)?.[1] ?? '') || String(place + 1);
    return [name, pictureMark(picture)].filter((part) => part !== '').join(' ');
  });
