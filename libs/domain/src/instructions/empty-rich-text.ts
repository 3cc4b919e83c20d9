import { imagesIn } from '../files/image-rules.js';

/** Whether rich text says nothing: tags, spaces and entities of spaces only (002 OI-008). A line drawn across the page is no content either; a picture is. */
export const isEmptyRichText = (html: string): boolean =>
  imagesIn(html).length === 0 &&
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:nbsp|#160|#xa0|ensp|emsp|zwnj|zwj|#8203|#x200b);/gi, '')
    .replace(/[\s\u200b-\u200d\ufeff]/g, '') === '';
