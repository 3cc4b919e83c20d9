import sanitizeHtml from 'sanitize-html';
import { imageIdOf } from '#domain/files';

/** The tags that the console's editor supports. Any other would be lost at the next edit, so it is not stored. */
const TAGS = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
  'br',
  'hr',
  'img',
];
/** Tags that are removed together with their text. */
const SILENT = [
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
];
const LONGEST_ALT = 200;
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/**
 * Cleans rich text for storage (ADR-036; 002 OI-001). Only the tags above stay. Links lead to the web or a mailbox, and
 * pictures were uploaded here (FI-001), so that no reader's browser is sent anywhere else. The text of removed tags
 * stays, except of scripts and styles. The console does not trust the result either.
 */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: SILENT,
    transformTags: {
      b: 'strong',
      i: 'em',
      strike: 's',
      del: 's',
      h5: 'h4',
      h6: 'h4',
      div: 'p',
      a: (_tag, { href = '' }) => link(href.trim()),
      img: (_tag, { src = '', alt = '' }) => ({ tagName: 'img', attribs: { src, alt: alt.slice(0, LONGEST_ALT) } }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && imageIdOf(attribs['src'] ?? '') === null,
  });

/** A link to a forbidden address becomes plain text. */
const link = (href: string): sanitizeHtml.Tag =>
  SAFE_ADDRESS.test(href)
    ? { tagName: 'a', attribs: { href, rel: 'noopener noreferrer', target: '_blank' } }
    : { tagName: 'span', attribs: {} };
