import { Button, Classes, Dialog, H2 } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent, useId, useRef } from 'react';
import { useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';
import { useFocusReturn } from './use-focus-return.js';

/**
 * Title and X of a dialog, because Blueprint's own X says Close in every language. It names the dialog:
 * `aria-labelledby={id}`.
 */
export const DialogHead = ({ id, title, onClose }: { id: string; title: ReactNode; onClose(): void }) => {
  const t = useTexts(texts);
  return (
    <div className={Classes.DIALOG_HEADER}>
      <H2 id={id}>{title}</H2>
      <Button
        variant="minimal"
        className={Classes.DIALOG_CLOSE_BUTTON}
        icon={<Cross />}
        aria-label={t('closeDialog')}
        onClick={onClose}
      />
    </div>
  );
};

/** Widths in pixels. */
export type DialogWidth = 400 | 480 | 500 | 550 | 800 | 900 | 1200;

export type AppDialogProps = {
  title: ReactNode;
  width: DialogWidth;
  onClose(): void;
  /** Ctrl Enter. */
  onConfirm?(): void;
  /** With unsaved input, neither Escape nor a click outside closes the dialog. */
  hasUnsavedInput?: boolean;
  canOutsideClickClose?: boolean;
  canEscapeKeyClose?: boolean;
  footer?: ReactNode;
  /** Gets the focus when the dialog opens; default: the first control. */
  firstField?: RefObject<HTMLElement | null>;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

const CONTROLS = [
  '.dialog-body textarea',
  '.dialog-body input:not([type=hidden]):not([hidden])',
  '.dialog-body select',
  '.dialog-footer .bp6-button:last-of-type',
];

/**
 * Whether the user already works in the dialog, or has opened another one above it before it had its full size; dialogs
 * above are later in the page.
 */
export const hasFocusInside = (dialog: Element, selector = '.dialog-body, .dialog-footer'): boolean => {
  const focused = document.activeElement;
  if (focused?.closest(selector) != null && dialog.contains(focused)) return true;
  return (
    focused?.closest('.bp6-dialog-container') != null &&
    (dialog.compareDocumentPosition(focused) &
      (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) ===
      Node.DOCUMENT_POSITION_FOLLOWING
  );
};
/** A text first, otherwise any control. */
const firstControl = (dialog: Element): HTMLElement | null =>
  CONTROLS.map((selector) => dialog.querySelector<HTMLElement>(selector)).find((control) => control !== null) ?? null;

/**
 * The frame of every dialog: head and footer stay, the body scrolls, the focus starts in the first field and returns to
 * the opener.
 */
export const AppDialog = ({
  title,
  width,
  onClose,
  onConfirm,
  hasUnsavedInput,
  canOutsideClickClose = false,
  canEscapeKeyClose = true,
  footer,
  firstField,
  role = 'dialog',
  children,
}: AppDialogProps) => {
  const content = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useFocusReturn();
  const confirmByKey = (event: KeyboardEvent) => {
    // A dialog that a part of this one has opened confirms only itself.
    if (onConfirm && !event.defaultPrevented && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onConfirm();
    }
  };
  // Escape in a dialog above is not meant for this one, although React bubbles it up to here.
  const close = (event?: SyntheticEvent<HTMLElement>) => {
    const eventDialog =
      event?.type === 'keydown' && event.target instanceof Element
        ? event.target.closest('.bp6-dialog-container')
        : null;
    if (eventDialog && eventDialog !== content.current?.closest('.bp6-dialog-container')) return;
    onClose();
  };
  return (
    <Dialog
      isOpen
      aria-labelledby={titleId}
      className="app-dialog"
      style={{ width }}
      role={role}
      onClose={close}
      transitionDuration={100}
      canOutsideClickClose={canOutsideClickClose && !hasUnsavedInput}
      canEscapeKeyClose={canEscapeKeyClose && !hasUnsavedInput}
      onOpened={() => {
        const dialog = content.current?.parentElement;
        if (dialog && !hasFocusInside(dialog)) (firstField?.current ?? firstControl(dialog))?.focus();
      }}
    >
      <DialogHead id={titleId} title={title} onClose={onClose} />
      <div className="dialog-body" ref={content} role="presentation" onKeyDown={confirmByKey}>
        {children}
      </div>
      {footer && (
        <div className="dialog-footer" role="presentation" onKeyDown={confirmByKey}>
          {footer}
        </div>
      )}
    </Dialog>
  );
};
