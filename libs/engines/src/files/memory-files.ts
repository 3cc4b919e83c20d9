import { fileHashOf, type Files } from './files.js';

/** Files in the memory of the process, for tests and for an installation in memory. */
export class MemoryFiles implements Files {
  private readonly files = new Map<string, { content: Uint8Array; contentType: string; name: string; putAt: number }>();

  async put(content: Uint8Array, meta: { contentType: string; name: string }): Promise<{ hash: string; size: number }> {
    const hash = fileHashOf(content);
    const existing = this.files.get(hash);
    this.files.set(hash, { ...(existing ?? { content: Uint8Array.from(content), ...meta }), putAt: Date.now() });
    return { hash, size: content.byteLength };
  }

  async get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null> {
    const file = this.files.get(hash);
    return file ? { content: file.content, contentType: file.contentType, name: file.name } : null;
  }

  async delete(hash: string): Promise<void> {
    this.files.delete(hash);
  }

  async *hashesPutBefore(time: Date): AsyncIterable<string> {
    for (const [hash, { putAt }] of this.files) if (putAt < time.getTime()) yield hash;
  }

  async deleteIfPutBefore(hash: string, time: Date): Promise<boolean> {
    const file = this.files.get(hash);
    return file !== undefined && file.putAt < time.getTime() && this.files.delete(hash);
  }
}
