import type { ComponentProps } from 'react';
import { SampleAttachments } from '../samples/attachments/sample-attachments.js';
import { SampleEditor } from '../samples/editor/sample-editor.js';

/** The sample form with its section of files: features never import each other, the app joins them. */
export const SampleForm = (props: Omit<ComponentProps<typeof SampleEditor>, 'Attachments'>) => (
  <SampleEditor {...props} Attachments={SampleAttachments} />
);
