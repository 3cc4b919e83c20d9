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
  respond(result: unknown): void;
  refuse(status: number, message: string, code?: string): void;
  /** The connection breaks. */
  drop(): void;
};

/**
 * A stand-in for XMLHttpRequest, the only thing that uploads; new for each test. `respondWith` answers every upload of an
 * operation at once.
 */
export const stubUploads = () => {
  const real = globalThis.XMLHttpRequest;
  const uploads = {
    received: [] as StubUpload[],
    responsesByPath: new Map<string, (upload: StubUpload) => unknown>(),
    respondWith: (operation: Operation, result: (upload: StubUpload) => unknown) =>
      void uploads.responsesByPath.set(operation.path, result),
  };
  beforeEach(() => {
    uploads.received.length = 0;
    uploads.responsesByPath.clear();
    globalThis.XMLHttpRequest = requestClass(uploads) as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = real;
  });
  return uploads;
};

const requestClass = ({
  received,
  responsesByPath,
}: Pick<ReturnType<typeof stubUploads>, 'received' | 'responsesByPath'>) =>
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
      const complete = (status: number, body: object) => {
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
        respond: (result) =>
          complete(200, this.path.startsWith('/api/v1/') ? (result as object) : { success: true, result, error: null }),
        refuse: (status, message, code = '') =>
          complete(
            status,
            this.path.startsWith('/api/v1/')
              ? { title: message, status, code }
              : { success: false, result: null, error: { code, message, details: '', validationErrors: null } },
          ),
        drop: () => this.onerror?.(),
      };
      received.push(upload);
      const response = responsesByPath.get(this.path);
      if (response) queueMicrotask(() => upload.respond(response(upload)));
    }
  };
