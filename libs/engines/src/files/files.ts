/** Port. File contents, addressed by SHA-256 of the bytes (64 hex digits). Putting the same bytes twice stores them once. */
export interface Files {
  put(content: Uint8Array, meta: { contentType: string; name: string }): Promise<{ hash: string; size: number }>;
  get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null>;
  delete(hash: string): Promise<void>;
}
