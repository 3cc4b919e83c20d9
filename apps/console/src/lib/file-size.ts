const KB = 1024;
const MB = KB * KB;

/** 512 B, 34 KB, 1.2 MB: file sizes in lists. */
export const fileSize = (bytes: number): string => {
  if (bytes < KB) return `${bytes} B`;
  return bytes < MB ? `${Math.round(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;
};
