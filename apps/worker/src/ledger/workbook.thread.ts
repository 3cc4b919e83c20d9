import { answerCalls } from '../threads/answer-calls.js';
import { writeWorkbook } from './write-workbook.js';

answerCalls(writeWorkbook);
