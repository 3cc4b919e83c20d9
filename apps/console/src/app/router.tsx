import { createBrowserRouter } from 'react-router-dom';
import { App } from './app.js';
import { routes } from './features.js';

/** One route for everything: which screen an address shows is decided by the registry, so that open views can stay alive. */
export const router = createBrowserRouter([{ path: '*', element: <App routes={routes} /> }]);
