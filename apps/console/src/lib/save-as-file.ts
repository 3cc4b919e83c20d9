/** Hands a text that the page made to the user as a file. */
export const saveAsFile = (name: string, mediaType: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
