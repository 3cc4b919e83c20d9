import sanitizeHtml from 'sanitize-html';

/** Pictures of a requirement lie in it: no other address is called, and an image element runs no script. */
const PICTURE = /^data:image\/(?:png|jpeg|svg\+xml)[;,]/;

/** A receiving requirement as it may be stored: words, lists, tables and pictures that it brings along. */
export const cleanRequirement = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ['p', 'h1', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'br', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'img'],
    allowedAttributes: { img: ['src', 'alt', 'width', 'height'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    allowedSchemesByTag: { img: ['data'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PICTURE.test(attribs['src'] ?? ''),
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'title'],
  });
