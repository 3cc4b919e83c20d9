// Reads server-sent events.

/** The messages of a response, comments as `{ comment }`. */
export async function* messagesOf(response) {
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const member = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = member('data');
      yield data === undefined ? { comment: lines.join('\n') } : { id: member('id') ?? '', data: JSON.parse(data) };
    }
  }
}
