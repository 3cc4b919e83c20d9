import { Fragment } from 'react';
import { useStore } from '../lib/store.js';
import { openDialogs } from './dialogs.js';

/** Renders the dialogs that code has asked for. Stands once, in the app. */
export const DialogHost = () =>
  useStore(openDialogs).map(({ key, element }) => <Fragment key={key}>{element}</Fragment>);
