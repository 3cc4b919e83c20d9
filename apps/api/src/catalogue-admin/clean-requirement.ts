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
 * only if `earlier` had it, because only an upload checks the content.
 */
export const sanitizeRequirement = (html: string, earlier: string): string => {
  const embeddedBefore = embeddedIn(earlier);
  return cleaned(html, (source) => isUploaded(source) || embeddedBefore.has(source));
};

/**
 * Cleans a requirement from a cell, with all its embedded pictures. The reader of the workbook refuses new ones,
 * because leaving them out would give no message.
 */
export const sanitizeRequirementCell = (html: string): string =>
  cleaned(html, (source) => isUploaded(source) || isEmbedded(source));

/**
 * Cleans a requirement from a laboratory's own system. Embedded pictures stay. The addresses of pictures uploaded here
 * are removed, because nothing keeps those pictures stored for it.
 */
export const sanitizeLabRequirement = (html: string): string => cleaned(html, isEmbedded);

const embeddedIn = (html: string): ReadonlySet<string> => {
  const found = new Set<string>();
  cleaned(html, (source) => {
    if (isEmbedded(source)) found.add(source);
    return true;
  });
  return found;
};

const cleaned = (html: string, mayShow: (source: string) => boolean): string =>
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
