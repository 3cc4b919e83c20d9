/** What differs between the pages that sign; `only` says what the signature is used for. */
export type SignatureWords = { title: string; only: string; consent: string; signedWords: string };
