import { answerCalls } from '../threads/answer-calls.js';
import { renderPdf } from './render.js';

answerCalls(renderPdf);
