import { fileHashOf } from './file-hash.js';
import type { Files } from './files.js';

/** Files that last as long as the process: for tests and for an installation in memory. */
export class MemoryFiles implements Files {
  private readonly files = new Map<string, { content: Uint8Array; contentType: string; name: string }>();

  async put(content: Uint8Array, meta: { contentType: string; name: string }): Promise<{ hash: string; size: number }> {
    const hash = fileHashOf(content);
    if (!this.files.has(hash)) this.files.set(hash, { content: Uint8Array.from(content), ...meta });
    return { hash, size: content.byteLength };
  }

  async get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null> {
    return this.files.get(hash) ?? null;
  }

  async delete(hash: string): Promise<void> {
    this.files.delete(hash);
  }
}
