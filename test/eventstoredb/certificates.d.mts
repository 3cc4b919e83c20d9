/** Paths of PEM files. */
export type CertificateFiles = { certificate: string; key: string };

export type Authority = {
  /** Path of the certificate of the authority, for clients that trust it. */
  ca: string;
  /** `days`: validity from now; a negative number makes an expired certificate. */
  certificateOf(commonName: string, options?: { names?: string[]; days?: number }): CertificateFiles;
};

/**
 * Creates a certificate authority with its files in `folder`.
 * @throws Error if openssl is not installed.
 */
export const newAuthority: (folder: string) => Authority;
