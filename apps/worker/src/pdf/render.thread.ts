import { serveThreadCalls } from '../threads/thread.js';
import { renderPdf } from './render.js';

serveThreadCalls(renderPdf);
