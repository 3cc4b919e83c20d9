/** Paths of PEM files. */
export type CertificateFiles = { certificate: string; key: string };

export type Authority = {
  /** Path of its own certificate, for those who trust it. */
  ca: string;
  /** `days` it is valid from now; negative: it has expired. */
  certificateOf(commonName: string, options?: { names?: string[]; days?: number }): CertificateFiles;
};

/**
 * A certificate authority with its files in `folder`.
 * @throws Error when openssl is not installed.
 */
export const newAuthority: (folder: string) => Authority;
