// The HTTP side of the laboratory system: what the platform calls, and the page that shows what happened.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** A delivery is at most 20 kB, a saved rule a little more. */
const MAX_BODY_BYTES = 256 * 1024;
const page = readFileSync(new URL('./page.html', import.meta.url));

class BodyTooLargeError extends Error {}

const bodyOf = async (request) => {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= MAX_BODY_BYTES) parts.push(part);
  }
  if (size > MAX_BODY_BYTES) throw new BodyTooLargeError();
  return Buffer.concat(parts).toString();
};

/**
 * `unitCode` is the code under which the platform asks for the catalogue, `webhookSecret` that of the endpoint (null: none is
 * registered), `handleEvent` handles an event.
 */
export const labServer = ({ catalogueCalls, consignmentCalls, store, work, unitCode, webhookSecret, handleEvent }) => {
  const webhook = webhookSecret ? new Webhook(webhookSecret) : null;
  const json = (response, status, body) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));

  /** A delivery of the platform: verified, handled once, and answered before anything slow is done. */
  const receive = async (request, response) => {
    const body = await bodyOf(request);
    let event;
    try {
      event = webhook.verify(body, request.headers);
    } catch {
      return response.writeHead(401).end();
    }
    if (event.data?.test) store.note('webhook', `A test event: ${event.type}`);
    else handleEvent(event, 'webhook');
    response.writeHead(204).end();
  };

  /** A call of the pre-consignment service. The platform asks in the name of one unit; a catalogue of another is not kept here. */
  const handlePlatformCall = async (request, response, path, query) => {
    const requestedCode = request.headers['unit-code'];
    if (requestedCode !== undefined && requestedCode !== unitCode.split('_')[0])
      return json(response, 200, { code: 40300, message: `没有机构 ${requestedCode}`, data: null });
    const text = request.method === 'POST' ? await bodyOf(request) : '';
    const isForm = (request.headers['content-type'] ?? '').includes('application/x-www-form-urlencoded');
    const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text ? JSON.parse(text) : {};
    const members = { ...query, ...body };
    const result = consignmentCalls(request.method, path, members) ?? catalogueCalls(request.method, path, members);
    json(response, result ? 200 : 404, result ?? { code: 40400, message: '没有该接口', data: null });
  };

  /** What the page shows, again after each change. */
  const watch = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const sendSnapshot = () => response.write(`data: ${JSON.stringify(store.snapshot())}\n\n`);
    request.once('close', store.watch(sendSnapshot));
    sendSnapshot();
  };

  const step = async (request, response, id, name) => {
    const { remark = '' } = JSON.parse((await bodyOf(request)) || '{}');
    if (!work.names.includes(name) || !store.consignment(id)) return response.writeHead(404).end();
    await work.step(name, id, remark).then(
      () => json(response, 200, { done: true }),
      (error) => json(response, 409, { done: false, message: error.message }),
    );
  };

  const handleRequest = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lab');
    const route = `${request.method} ${pathname}`;
    if (route === 'GET /') return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    if (route === 'GET /changes') return watch(request, response);
    if (route === 'POST /webhooks' && webhook) return receive(request, response);
    const [, id, name] = /^\/consignments\/([^/]+)\/([a-z]+)$/.exec(pathname) ?? [];
    // The page has no sign-in; pages of other origins shall not press its buttons.
    const isOwnPage = [undefined, 'same-origin'].includes(request.headers['sec-fetch-site']);
    if (id && request.method === 'POST' && isOwnPage) return step(request, response, id, name);
    const [, bill] = /^\/bills\/([^/]+)\.pdf$/.exec(pathname) ?? [];
    if (bill && store.consignment(bill))
      return response.writeHead(200, { 'content-type': 'application/pdf' }).end(work.bill(bill));
    if (pathname.startsWith('/api/'))
      return handlePlatformCall(request, response, pathname.slice('/api/'.length), Object.fromEntries(searchParams));
    response.writeHead(404).end();
  };

  return createServer((request, response) => {
    handleRequest(request, response).catch((error) => {
      if (response.headersSent) return response.destroy();
      if (error instanceof BodyTooLargeError) return response.writeHead(413, { connection: 'close' }).end();
      if (error instanceof SyntaxError) return response.writeHead(400).end();
      store.note('error', `${request.method} ${request.url}`, error.message);
      response.writeHead(500).end();
    });
  });
};
