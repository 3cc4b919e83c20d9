/** What only a browser can do to the whole page. */
export const page = {
  reload: (): void => location.reload(),
};
