import { Node } from '@tiptap/react';
import { imageIdOf } from '#domain';
import { apiAddress } from '../../lib/api-host.js';

/** A picture of our own store between two paragraphs; what is pasted from elsewhere is left out, as the service would. It is stored by its path alone and drawn from where the api is. */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (image) => (imageIdOf(image.getAttribute('src') ?? '') === null ? false : null) }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => ({ node }) => {
    const dom = document.createElement('img');
    dom.src = apiAddress(String(node.attrs['src']));
    dom.alt = String(node.attrs['alt']);
    return { dom };
  },
});
