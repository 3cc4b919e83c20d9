/** A message to one person. `key` is the receiver's means to drop a second copy. */
export type Message = { key: string; to: { name: string; phone: string }; subject: string; text: string };

/** Port: how messages leave the service. */
export type MessageTransport = { name: string; send(message: Message): Promise<void> };
