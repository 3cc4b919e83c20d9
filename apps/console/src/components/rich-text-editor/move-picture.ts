import type { Editor } from '@tiptap/react';

/** The neighbour that the picture selected would change places with; null at the end of the text. */
const neighbourOf = (editor: Editor, step: -1 | 1) => {
  const { $from } = editor.state.selection;
  return $from.parent.maybeChild($from.index() + step);
};

/** Whether a picture is selected that can go up (-1) or down (1). */
export const canMovePicture = (editor: Editor, step: -1 | 1): boolean =>
  editor.isActive('picture') && neighbourOf(editor, step) !== null;

/** The picture selected changes places with what stands above or below it, and stays selected: the tool that was pressed keeps the focus for the next step. */
export const movePicture = (editor: Editor, step: -1 | 1): void => {
  const { from, to, $from } = editor.state.selection;
  const picture = $from.nodeAfter;
  const neighbour = neighbourOf(editor, step);
  if (!picture || !neighbour) return;
  const place = from + step * neighbour.nodeSize;
  editor
    .chain()
    .command(({ tr }) => Boolean(tr.delete(from, to).insert(place, picture)))
    .setNodeSelection(place)
    .run();
};
