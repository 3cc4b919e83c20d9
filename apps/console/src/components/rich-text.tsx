import { createElement, type ReactNode } from 'react';
import './rich-text.css';

const TAGS = new Set([
  'p', 'br', 'hr', 'div', 'span', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'ol', 'ul', 'li', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'th', 'td',
]);
const VOID = new Set(['br', 'hr']);
/** Their text is code or style, not words for a reader. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'head', 'title']);
const PICTURE = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;

type OnPicture = (picture: { src: string; alt: string }) => void;

const span = (element: Element, name: string): number | undefined => {
  const value = Number(element.getAttribute(name));
  return Number.isInteger(value) && value > 1 && value <= 50 ? value : undefined;
};

const nodesOf = (parent: Node, onPicture: OnPicture | undefined): ReactNode[] =>
  [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element)) return null;
    const tag = node.localName;
    if (tag === 'img') {
      const src = node.getAttribute('src') ?? '';
      const alt = node.getAttribute('alt') ?? '';
      if (!PICTURE.test(src)) return alt;
      return (
        <button key={index} type="button" className="rich-text__picture" onClick={() => onPicture?.({ src, alt })}>
          <img src={src} alt={alt} />
        </button>
      );
    }
    if (SILENT.has(tag)) return null;
    if (!TAGS.has(tag)) return <span key={index}>{nodesOf(node, onPicture)}</span>;
    if (VOID.has(tag)) return createElement(tag, { key: index });
    return createElement(tag, { key: index, colSpan: span(node, 'colspan'), rowSpan: span(node, 'rowspan') }, ...nodesOf(node, onPicture));
  });

/**
 * Shows HTML of another system. It is parsed in an inert document and rebuilt from an allow-list as React elements, so
 * that no script, handler, style or address of it ever reaches the page; pictures are data URIs only (001 SS-018).
 */
export const RichText = ({ html, onPicture }: { html: string; onPicture?: OnPicture }) => (
  <div className="rich-text">{nodesOf(new DOMParser().parseFromString(html, 'text/html').body, onPicture)}</div>
);

/** The same HTML as plain words, one block a line, for the clipboard and for one-line summaries. */
export const plainText = (html: string): string => {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  for (const silent of body.querySelectorAll([...SILENT].join(','))) silent.remove();
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, tr, div')) block.append('\n');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  return (body.textContent ?? '').replaceAll('\u00a0', ' ').split('\n').map((line) => line.trim()).filter(Boolean).join('\n');
};
