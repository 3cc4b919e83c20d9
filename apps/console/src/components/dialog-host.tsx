import { Fragment } from 'react';
import { useStore } from '../lib/store.js';
import { dialogStack } from './dialogs.js';

/** Renders the dialogs that code has opened. Mounted once, in the app. */
export const DialogHost = () =>
  useStore(dialogStack).map(({ key, element }) => <Fragment key={key}>{element}</Fragment>);
