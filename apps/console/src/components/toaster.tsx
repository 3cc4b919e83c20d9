import { type Intent, OverlayToaster } from '@blueprintjs/core';
import { Cross, TickCircle, WarningSign } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { textOf } from '../i18n/texts.js';
import { createStore, useStore } from '../lib/store.js';
import { texts } from './texts.js';

type Message = { key: number; text: string; intent: Intent };
const latestMessage = createStore<Message | null>(null);
let nextKey = 1;

const showToast = (text: string, intent: Intent): void => latestMessage.set({ key: nextKey++, text, intent });

/** A result, e.g. 保存成功. Four seconds, one at a time. */
export const toastSuccess = (text: string): void => showToast(text, 'success');
/** A warning of the specification, e.g. 请选择要提交的委托. */
export const toastWarning = (text: string): void => showToast(text, 'warning');
/**
 * A refusal in the server's words that needs no action of the user. What the user must act on is never only a toast.
 */
export const toastError = (text: string): void => showToast(text, 'danger');

const VISIBLE_MS = 4000;

/** Shows results. Mounted once, in the app. */
export const ToasterHost = () => {
  const message = useStore(latestMessage);
  const toaster = useRef<OverlayToaster>(null);
  // Messages from before this host was mounted are not shown again.
  const lastKey = useRef(latestMessage.get()?.key);
  useEffect(() => {
    if (!message || message.key === lastKey.current) return;
    lastKey.current = message.key;
    const icon = message.intent === 'success' ? <TickCircle /> : <WarningSign />;
    // Blueprint's own X says Close in every language; a toast closes when its action is used.
    const action = { icon: <Cross />, 'aria-label': textOf(texts, 'closeMessage') };
    toaster.current?.show(
      {
        message: message.text,
        intent: message.intent,
        timeout: VISIBLE_MS,
        isCloseButtonShown: false,
        action,
        icon: <span className="bp6-icon">{icon}</span>,
      },
      String(message.key),
    );
  }, [message]);
  return <OverlayToaster ref={toaster} position="top" maxToasts={1} />;
};
