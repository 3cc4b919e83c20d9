import { Worker } from 'node:worker_threads';
import { compiledFile } from '#engines';
import type { PrintDocument } from './print-document.js';

export type Rendered = { content: Uint8Array; pages: number };
type Answer = { id: number; content: Uint8Array; pages: number } | { id: number; error: string };
type Waiting = { resolve(rendered: Rendered): void; reject(error: Error): void };

/** Renders documents off the main thread. A thread that dies fails what it was rendering; the next call starts another. */
export const openPdfThread = () => {
  let thread: ReturnType<typeof startThread> | null = null;
  return {
    /** Bytes of the document. @throws Error when it cannot be rendered or the thread died over it. */
    async render(document: PrintDocument): Promise<Rendered> {
      if (!thread || thread.hasEnded()) thread = startThread();
      return thread.render(document);
    },
    close: async (): Promise<void> => thread?.end(),
  };
};

export type PdfThread = ReturnType<typeof openPdfThread>;

const startThread = () => {
  const worker = new Worker(compiledFile(import.meta.url, './render.thread.js'));
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let ended = false;
  const failAll = (error: Error): void => {
    ended = true;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', (code) => failAll(new Error(`The rendering thread ended with code ${code}.`)));
  worker.on('message', (answer: Answer) => {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) request?.reject(new Error(answer.error));
    else request?.resolve({ content: answer.content, pages: answer.pages });
    // An idle thread must not keep the process alive.
    if (waiting.size === 0) worker.unref();
  });
  return {
    hasEnded: () => ended,
    render: (document: PrintDocument): Promise<Rendered> =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ id, document });
      }),
    async end(): Promise<void> {
      await worker.terminate();
    },
  };
};
