/**
 * Has the browser fetch a file to keep. A link that is followed needs no new window, which a browser refuses so long after the
 * user's click.
 */
export const openFile = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
};
