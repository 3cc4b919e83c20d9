/**
 * Downloads an address as a file. A followed link leaves the page where it is and needs no new window, which a browser
 * refuses long after the user's click.
 */
export const downloadFile = (url: string, name: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
};

/** Gives the user content of the page as a file. */
export const saveAsFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  downloadFile(url, name);
  URL.revokeObjectURL(url);
};

/** Gives the user a value as an indented JSON file. */
export const saveAsJson = (name: string, value: unknown): void =>
  saveAsFile(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
