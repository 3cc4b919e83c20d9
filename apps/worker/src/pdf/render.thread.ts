import { answerCalls } from '../threads/thread.js';
import { renderPdf } from './render.js';

answerCalls(renderPdf);
