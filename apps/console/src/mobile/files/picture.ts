/** What a picture's longer side becomes, in pixels: enough to read a label on a sample, and a tenth of what a camera makes. */
const LONG_SIDE = 2000;
const QUALITY = 0.85;
/** A picture of another format that is small already goes as it is; a JPEG never does, for its camera may have noted the place. */
const SMALL_BYTES = 1_000_000;

const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

/**
 * A picture as it is sent: upright as its camera noted (EXIF), not larger than needed, a JPEG, and so without the place where it was
 * taken. What is no picture, or none that this phone can read, stays as it is.
 */
export const asSent = async (file: File, extensions: readonly string[]): Promise<File> => {
  if (!file.type.startsWith('image/')) return file;
  const picture = await decoded(file);
  if (!picture) return file;
  const { width, height } = picture;
  const share = Math.min(1, LONG_SIDE / Math.max(width, height));
  if (
    share === 1 &&
    file.type !== 'image/jpeg' &&
    file.size <= SMALL_BYTES &&
    extensions.includes(extensionOf(file.name))
  )
    return file;
  const blob = await drawn(picture, Math.round(width * share), Math.round(height * share));
  return blob
    ? new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, {
        type: 'image/jpeg',
        lastModified: file.lastModified,
      })
    : file;
};

type Picture = (ImageBitmap | HTMLImageElement) & { width: number; height: number };

/** Upright; null for what cannot be read. Older browsers know no options here, but turn what they draw from an element. */
const decoded = async (file: File): Promise<Picture | null> => {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return fromElement(file);
  }
};

const fromElement = async (file: File): Promise<Picture | null> => {
  const address = URL.createObjectURL(file);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
};

const drawn = (picture: Picture, width: number, height: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#fff'; // behind what was transparent: a JPEG has no such thing
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  if ('close' in picture) picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
};
