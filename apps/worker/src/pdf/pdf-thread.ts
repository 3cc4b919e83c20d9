import { Worker } from 'node:worker_threads';
import { compiledFile } from '#engines';
import type { PrintDocument } from './print-document.js';

export type Rendered = { content: Uint8Array; pages: number };
type Answer = { id: number; content: Uint8Array; pages: number } | { id: number; error: string };

/**
 * Renders documents off the main thread. A thread that dies fails what it was rendering and is replaced by the next call.
 */
export const openPdfThread = () => {
  let thread: Worker | null = null;
  let nextId = 1;
  const waiting = new Map<number, { resolve(rendered: Rendered): void; reject(error: Error): void }>();

  const failAll = (error: Error) => {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(compiledFile(import.meta.url, './render.thread.js'));
    started.on('message', (answer: Answer) => {
      const request = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) request?.reject(new Error(answer.error));
      else request?.resolve({ content: answer.content, pages: answer.pages });
      if (waiting.size === 0) started.unref();
    });
    started.on('error', failAll);
    started.on('exit', (code) => failAll(new Error(`the rendering thread ended with ${code}`)));
    return started;
  };

  return {
    render: (document: PrintDocument): Promise<Rendered> =>
      new Promise((resolve, reject) => {
        thread ??= start();
        thread.ref();
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, document });
      }),
    close: async (): Promise<void> => {
      await thread?.terminate();
    },
  };
};

export type PdfThread = ReturnType<typeof openPdfThread>;
