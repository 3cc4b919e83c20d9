import sanitizeHtml from 'sanitize-html';
import { imageIdOf } from '#domain/files';

/**
 * Pictures of a requirement lie in it or were uploaded here: no other address is called, and an image element runs no
 * script.
 */
const PICTURE = /^data:image\/(?:png|jpeg|svg\+xml)[;,]/;

const isEmbedded = (source: string): boolean => PICTURE.test(source);
const isUploaded = (source: string): boolean => imageIdOf(source) !== null;

/**
 * A receiving requirement as it may be stored: words, lists, tables, pictures that were uploaded, and of those that lie
 * in the text itself the ones that `earlier` had, because only an upload looks at the content.
 */
export const sanitizeRequirement = (html: string, earlier: string): string => {
  const embeddedBefore = embeddedIn(earlier);
  return cleaned(html, (source) => isUploaded(source) || embeddedBefore.has(source));
};

/**
 * One from a cell, with every picture that it brings along: who reads the workbook refuses those, where leaving them
 * out would say nothing.
 */
export const sanitizeRequirementCell = (html: string): string =>
  cleaned(html, (source) => isUploaded(source) || isEmbedded(source));

/**
 * One of a laboratory's own system: its pictures come along, and an address of ours is none that it may name, for
 * nothing keeps that picture.
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
