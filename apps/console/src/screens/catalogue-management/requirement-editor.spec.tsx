// jsdom has no layout, but the editor asks for positions in its text.
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import '../../i18n/language.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { stubServer } from '../../testing/stub-server.js';
import { RequirementEditor } from './requirements.js';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
afterEach(cleanup);

it('the requirement editor shows embedded and uploaded pictures, and both are kept when the text is edited', async () => {
  stubServer();
  const embedded = '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="桶">';
  const uploaded = '<img src="/RichTextImages/00000000-0000-4000-8000-000000000001.png" alt="标签">';
  let currentHtml = '';
  renderConsole(
    <RequirementEditor
      label="收样要求"
      value={`<p>烘干</p><p>${embedded}</p>${uploaded}`}
      onChange={(html) => {
        currentHtml = html;
      }}
    />,
    { user: laboratory },
  );
  const area = await screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: '收样要求' });
  expect(
    [...area.querySelectorAll('img:not(.ProseMirror-separator)')].map((image) => image.getAttribute('alt')),
  ).toEqual(['桶', '标签']);
  act(() => void area.editor.commands.insertContentAt(0, '<p>密封</p>'));
  expect(currentHtml).toBe(`<p>密封</p><p>烘干</p>${embedded}${uploaded}`);
});
