/** A message to one person: a mail where `email` is given, else a text message to the phone. `key` is the receiver's means to drop a second copy. */
export type Message = {
  key: string;
  to: { name: string; phone: string };
  email?: string;
  subject: string;
  text: string;
};

/** Port: how messages leave the service. */
export type MessageTransport = { name: string; send(message: Message): Promise<void> };
