import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
} from '@grpc/grpc-js';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamMessages from '@eventstore/db-client/generated/streams_pb.js';

/** The faults of the next calls, in order; later calls succeed. */
export type Faults = {
  /**
   * The server writes, but there is no response, or the connection breaks before the response; or the server is a
   * follower.
   */
  appends: ('no response' | 'cut' | 'not leader')[];
  /**
   * A subscription ends after this number of messages: without an error, or as if the server dropped a slow consumer.
   */
  subscriptions: { after: number; with: 'end' | 'too slow' }[];
};

export type FaultyProxy = { url: string; faults: Faults; close(): void };

const unchanged = (bytes: Buffer): Buffer => bytes;
const rawSerialization = {
  requestSerialize: unchanged,
  requestDeserialize: unchanged,
  responseSerialize: unchanged,
  responseDeserialize: unchanged,
};
const { read, append } = streamServices.StreamsService;

/** A proxy to EventStoreDB that passes on every byte, except for the requested faults. */
export const openFaultyProxy = async (port: number): Promise<FaultyProxy> => {
  const faults: Faults = { appends: [], subscriptions: [] };
  const upstream = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const server = new Server();

  const forwardRead: handleServerStreamingCall<Buffer, Buffer> = (call) => {
    const isSubscription = streamMessages.ReadReq.deserializeBinary(call.request).getOptions()?.hasSubscription();
    const fault = isSubscription ? faults.subscriptions.shift() : undefined;
    const source = upstream.makeServerStreamRequest(read.path, unchanged, unchanged, call.request);
    let messages = 0;
    source.on('data', (message: Buffer) => {
      call.write(message);
      if (!fault || ++messages < fault.after) return;
      source.cancel();
      if (fault.with === 'end') call.end();
      else
        call.emit('error', {
          code: status.ABORTED,
          details: 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
        });
    });
    source.on('end', () => call.end());
    source.on('error', (error) => call.emit('error', error));
    call.on('cancelled', () => source.cancel());
  };

  const forwardAppend: handleClientStreamingCall<Buffer, Buffer> = (call, respond) => {
    const fault = faults.appends.shift();
    if (fault === 'not leader') {
      const metadata = new Metadata();
      for (const [name, value] of Object.entries({
        exception: 'not-leader',
        'leader-endpoint-host': '127.0.0.1',
        'leader-endpoint-port': String(port),
      }))
        metadata.set(name, value);
      respond({ code: status.NOT_FOUND, details: 'Leader info available', metadata });
      return;
    }
    const sink = upstream.makeClientStreamRequest(append.path, unchanged, unchanged, (error, response) => {
      if (fault === 'cut') respond({ code: status.UNAVAILABLE, details: 'read ECONNRESET' });
      else if (!fault) respond(error, response);
    });
    call.on('data', (message: Buffer) => sink.write(message));
    call.on('end', () => sink.end());
  };

  server.addService(
    { read: { ...read, ...rawSerialization }, append: { ...append, ...rawSerialization } },
    { read: forwardRead, append: forwardAppend },
  );
  const boundPort = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
  const close = () => {
    upstream.close();
    server.forceShutdown();
  };
  return { url: `esdb://127.0.0.1:${boundPort}?tls=false`, faults, close };
};
