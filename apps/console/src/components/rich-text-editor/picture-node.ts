import { Node } from '@tiptap/react';
import { imageIdOf } from '#domain';
import { apiAddress } from '../../lib/api-host.js';

/**
 * A picture between two paragraphs: one of our own store, or one that lay in the text itself before, by its address in `kept`. What is pasted from elsewhere is
 * left out, as the service would. An uploaded one is stored by its path alone and drawn from where the api is.
 */
export const PictureNode = Node.create<{ kept: readonly string[] }>({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ kept: [] }),
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML() {
    const { kept } = this.options;
    const mayShow = (src: string) => imageIdOf(src) !== null || kept.includes(src);
    return [{ tag: 'img[src]', getAttrs: (image) => (mayShow(image.getAttribute('src') ?? '') ? null : false) }];
  },
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img');
      dom.src = apiAddress(String(node.attrs['src']));
      dom.alt = String(node.attrs['alt']);
      return { dom };
    },
});
