/** The text that names a kind of notice; what is not known is an announcement. */
export const kindOf = (noticeType: number): 'type.0' | 'type.1' | 'type.2' =>
  noticeType === 1 ? 'type.1' : noticeType === 2 ? 'type.2' : 'type.0';
