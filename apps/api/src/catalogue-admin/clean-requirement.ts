import sanitizeHtml from 'sanitize-html';
import { imageIdOf } from '#domain/files';

/**
 * Pictures of a requirement are embedded in it or were uploaded here. No other address is called, and an image element
 * runs no script.
 */
const PICTURE = /^data:image\/(?:png|jpeg|svg\+xml)[;,]/;

const isEmbedded = (source: string): boolean => PICTURE.test(source);
const isUploaded = (source: string): boolean => imageIdOf(source) !== null;

/**
 * Cleans a receiving requirement for storage. Text, lists, tables and uploaded pictures stay. An embedded picture stays
 * only if `previousHtml` had it, because only an upload checks the content.
 */
export const sanitizeRequirement = (html: string, previousHtml: string): string => {
  const previousPictures = embeddedPicturesOf(previousHtml);
  return cleanHtml(html, (source) => isUploaded(source) || previousPictures.has(source));
};

/**
 * Cleans a requirement from a cell, with all its embedded pictures. The reader of the workbook refuses new ones,
 * because leaving them out would give no message.
 */
export const sanitizeRequirementCell = (html: string): string =>
  cleanHtml(html, (source) => isUploaded(source) || isEmbedded(source));

/**
 * Cleans a requirement from a laboratory's own system. Embedded pictures stay. The addresses of pictures uploaded here
 * are removed, because nothing keeps those pictures stored for it.
 */
export const sanitizeLabRequirement = (html: string): string => cleanHtml(html, isEmbedded);

const embeddedPicturesOf = (html: string): ReadonlySet<string> => {
  const pictures = new Set<string>();
  cleanHtml(html, (source) => {
    if (isEmbedded(source)) pictures.add(source);
    return true;
  });
  return pictures;
};

const cleanHtml = (html: string, mayShow: (source: string) => boolean): string =>
  sanitizeHtml(html, {
    allowedTags: [
      'p',
      'h1',
      'h2',
      'h3',
      'h4',
      'strong',
      'b',
      'em',
      'u',
      's',
      'ul',
      'ol',
      'li',
      'blockquote',
      'br',
      'hr',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'img',
    ],
    allowedAttributes: {
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemesByTag: { img: ['data'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !mayShow(attribs['src'] ?? ''),
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'iframe',
      'object',
      'svg',
      'math',
      'title',
    ],
  });
