import { createElement, type ReactNode } from 'react';
import { imageIdOf } from '#domain/files';
import { apiAddress } from '../lib/http.js';
import './rich-text.css';

const TAGS = new Set([
  'p',
  'br',
  'hr',
  'div',
  'span',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ol',
  'ul',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);
const VOID = new Set(['br', 'hr']);
/** Elements whose text is code or style. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'title',
]);
const PICTURE = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;

type OnPicture = (picture: { src: string; alt: string }) => void;

const span = (element: Element, name: string): number | undefined => {
  const value = Number(element.getAttribute(name));
  return Number.isInteger(value) && value > 1 && value <= 50 ? value : undefined;
};

/** Whether a link of foreign HTML is allowed: web and mail addresses. */
export const isWebAddress = (address: string): boolean => /^(?:https?:\/\/|mailto:)\S/i.test(address);

type RichTextOptions = { onPicture?: OnPicture | undefined; links?: boolean | undefined };

/** The address of a picture that may be shown: embedded in the text, or from our own store; null for any other. */
const pictureAt = (src: string, alt: string): { src: string; alt: string } | null =>
  imageIdOf(src) !== null ? { src: apiAddress(src), alt } : PICTURE.test(src) ? { src, alt } : null;

const nodesOf = (parent: Node, options: RichTextOptions): ReactNode[] =>
  [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element)) return null;
    const tag = node.localName;
    if (tag === 'img') {
      const src = node.getAttribute('src') ?? '';
      const alt = node.getAttribute('alt') ?? '';
      // An uploaded picture without a viewer: as large as the page allows, and in full size in a new tab.
      if (imageIdOf(src) !== null && !options.onPicture)
        return (
          <a
            key={index}
            className="rich-text__uploaded"
            href={apiAddress(src)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <img src={apiAddress(src)} alt={alt} loading="lazy" />
          </a>
        );
      const picture = pictureAt(src, alt);
      if (!picture) return alt;
      return (
        <button key={index} type="button" className="rich-text__picture" onClick={() => options.onPicture?.(picture)}>
          <img src={picture.src} alt={alt} />
        </button>
      );
    }
    if (SILENT.has(tag)) return null;
    if (tag === 'a' && options.links) {
      const href = node.getAttribute('href') ?? '';
      if (isWebAddress(href))
        return (
          <a key={index} href={href} target="_blank" rel="noopener noreferrer">
            {nodesOf(node, options)}
          </a>
        );
    }
    if (!TAGS.has(tag)) return <span key={index}>{nodesOf(node, options)}</span>;
    if (VOID.has(tag)) return createElement(tag, { key: index });
    return createElement(
      tag,
      { key: index, colSpan: span(node, 'colspan'), rowSpan: span(node, 'rowspan') },
      ...nodesOf(node, options),
    );
  });

/**
 * Renders HTML of another system. It is parsed in an inert document and rebuilt from an allow-list as React elements,
 * so that no script, handler or style of it reaches the page, and no address except, with `links`, web and mail
 * addresses; pictures are data URIs (001 SS-018) or in our own store (002 FI-001).
 */
export const RichText = ({ html, ...options }: { html: string } & RichTextOptions) => (
  <div className="rich-text">{nodesOf(new DOMParser().parseFromString(html, 'text/html').body, options)}</div>
);

/** The pictures of the HTML, in their order. */
export const imagesInHtml = (html: string): { src: string; alt: string }[] =>
  [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('img')].flatMap(
    (image) => pictureAt(image.getAttribute('src') ?? '', image.getAttribute('alt') ?? '') ?? [],
  );

/** The HTML as plain text, one block per line, for the clipboard and for one-line summaries. */
export const htmlToText = (html: string): string => {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  for (const element of body.querySelectorAll([...SILENT].join(','))) element.remove();
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, tr, div')) block.append('\n');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  return (body.textContent ?? '')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
};
