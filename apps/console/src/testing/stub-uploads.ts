import { afterEach, beforeEach } from '@jest/globals';
import type { Operation } from '#contract';

/** One upload as a server would see it, and what a test makes of it. */
export type StubUpload = {
  path: string;
  fields: Record<string, string>;
  file: File;
  headers: Record<string, string>;
  isCancelled(): boolean;
  progress(share: number): void;
  answer(result: unknown): void;
  refuse(status: number, message: string, code?: string): void;
  /** The connection breaks. */
  drop(): void;
};

/**
 * A stand-in for XMLHttpRequest, the only thing that uploads; fresh for each test. `answers` answers every upload of an
 * operation at once.
 */
export const stubUploads = () => {
  const real = globalThis.XMLHttpRequest;
  const uploads = {
    sent: [] as StubUpload[],
    byPath: new Map<string, (upload: StubUpload) => unknown>(),
    answers: (operation: Operation, result: (upload: StubUpload) => unknown) =>
      void uploads.byPath.set(operation.path, result),
  };
  beforeEach(() => {
    uploads.sent.length = 0;
    uploads.byPath.clear();
    globalThis.XMLHttpRequest = requestsTo(uploads) as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = real;
  });
  return uploads;
};

const requestsTo = ({ sent, byPath }: Pick<ReturnType<typeof stubUploads>, 'sent' | 'byPath'>) =>
  class {
    upload: { onprogress?(event: { loaded: number; total: number }): void } = {};
    onload?: () => void;
    onabort?: () => void;
    onerror?: () => void;
    status = 0;
    responseText = '';
    timeout = 0;
    private path = '';
    private cancelled = false;
    private readonly headers: Record<string, string> = {};

    open(_method: string, path: string): void {
      this.path = path;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    getResponseHeader(): string | null {
      return null;
    }
    abort(): void {
      this.cancelled = true;
      this.onabort?.();
    }
    send(form: FormData): void {
      const { file, ...fields } = Object.fromEntries(form) as { file: File } & Record<string, string>;
      const settle = (status: number, body: object) => {
        Object.assign(this, {
          status,
          responseText: JSON.stringify({ unAuthorizedRequest: false, targetUrl: null, __abp: true, ...body }),
        });
        this.onload?.();
      };
      const upload: StubUpload = {
        path: this.path,
        fields,
        file,
        headers: this.headers,
        isCancelled: () => this.cancelled,
        progress: (share) => this.upload.onprogress?.({ loaded: share, total: 1 }),
        answer: (result) =>
          settle(200, this.path.startsWith('/api/v1/') ? (result as object) : { success: true, result, error: null }),
        refuse: (status, message, code = '') =>
          settle(
            status,
            this.path.startsWith('/api/v1/')
              ? { title: message, status, code }
              : { success: false, result: null, error: { code, message, details: '', validationErrors: null } },
          ),
        drop: () => this.onerror?.(),
      };
      sent.push(upload);
      const response = byPath.get(this.path);
      if (response) queueMicrotask(() => upload.answer(response(upload)));
    }
  };
