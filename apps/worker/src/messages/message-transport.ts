/** A message to one person: a mail where `email` is given, else a text message to the phone. `key` is the receiver's means to drop a second copy. */
export type Message = {
  key: string;
  to: { name: string; phone: string };
  email?: string;
  subject: string;
  text: string;
};

/** A message that lies where it was laid: `to` is its receiver as it says it. */
export type LaidMessage = { key: string; to: string; laidAt: Date };

/** Port: how messages leave the service. `remove` deletes those that lie here and are not wanted any more, and answers how many. */
export type MessageTransport = {
  name: string;
  send(message: Message): Promise<void>;
  remove?(isUnwanted: (message: LaidMessage) => Promise<boolean>): Promise<number>;
};
