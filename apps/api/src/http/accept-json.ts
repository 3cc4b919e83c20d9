import type { FastifyInstance } from 'fastify';

/** JSON is read, and forms where an operation takes one (form.ts). An empty body is no body, whatever its content type says: the given clients send POST without one. */
export const acceptJson = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(/^application\/(.+\+)?json\b/, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
};
