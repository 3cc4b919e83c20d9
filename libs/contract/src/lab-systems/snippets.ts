/** Languages of the examples for integrators, in display order. */
export const SNIPPET_LANGUAGES = ['curl', 'node', 'python', 'csharp'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** Topics of the examples: read the feed by cursor, follow it as a stream, verify a webhook, push a status. */
export const SNIPPET_TOPICS = ['feed', 'stream', 'webhook', 'status'] as const;
export type SnippetTopic = (typeof SNIPPET_TOPICS)[number];

/** Display name of a language, and its info string for a Markdown code block. */
export const snippetLanguages: Record<SnippetLanguage, { label: string; fence: string }> = {
  curl: { label: 'curl', fence: 'bash' },
  node: { label: 'Node.js', fence: 'js' },
  python: { label: 'Python', fence: 'python' },
  csharp: { label: 'C#', fence: 'csharp' },
};

/** The types requested in the examples of feed and stream. */
const EVERY_TYPE = 'consignment.';

/**
 * Example code for integrators, shown by the console's catalogue of event types and by docs/integration.md. A test
 * extracts it from there and runs it. It reads PLATFORM (web address), ACCESS_KEY and WEBHOOK_SECRET from the
 * environment. `types` limits feed and stream to types with this prefix.
 */
export const snippet = (topic: SnippetTopic, language: SnippetLanguage, types = EVERY_TYPE): string =>
  SNIPPETS[topic][language].trim().replaceAll(EVERY_TYPE, types);

const SNIPPETS: Record<SnippetTopic, Record<SnippetLanguage, string>> = {
  feed: {
    curl: `
after=$(cat cursor 2>/dev/null || true)
curl --silent --show-error --fail-with-body --get "$PLATFORM/api/v1/feed" \\
  --header "Authorization: Bearer $ACCESS_KEY" \\
  --data-urlencode "types=consignment." --data "limit=100" \${after:+--data-urlencode "after=$after"}
# The response is { events, next, atEnd }. Handle the events, store next as the cursor, and repeat until atEnd is true.
`,
    node: `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const { PLATFORM, ACCESS_KEY } = process.env;
let cursor = existsSync('cursor') ? readFileSync('cursor', 'utf8') : '';
let atEnd = false;
while (!atEnd) {
  const query = new URLSearchParams({ types: 'consignment.', limit: '100' });
  if (cursor) query.set('after', cursor);
  const answer = await fetch(PLATFORM + '/api/v1/feed?' + query, {
    headers: { authorization: 'Bearer ' + ACCESS_KEY },
  });
  if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()));
  const page = await answer.json();
  for (const event of page.events) console.log(event.type, event.subject, event.data.status.name);
  // Store the cursor after the events are handled, so that unhandled events are sent again.
  if (page.next) writeFileSync('cursor', (cursor = page.next));
  atEnd = page.atEnd;
}
`,
    python: `
import json, os, pathlib, urllib.parse, urllib.request

file = pathlib.Path("cursor")
cursor = file.read_text() if file.exists() else ""
at_end = False
while not at_end:
    query = {"types": "consignment.", "limit": 100} | ({"after": cursor} if cursor else {})
    request = urllib.request.Request(
        os.environ["PLATFORM"] + "/api/v1/feed?" + urllib.parse.urlencode(query),
        headers={"Authorization": "Bearer " + os.environ["ACCESS_KEY"]},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        page = json.load(answer)
    for event in page["events"]:
        print(event["type"], event["subject"], event["data"]["status"]["to"])
    # Store the cursor after the events are handled, so that unhandled events are sent again.
    if page["next"]:
        cursor = page["next"]
        file.write_text(cursor)
    at_end = page["atEnd"]
`,
    csharp: `
using System.Net.Http.Headers;
using System.Text.Json;

var http = new HttpClient { BaseAddress = new Uri(Environment.GetEnvironmentVariable("PLATFORM")!) };
http.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("ACCESS_KEY"));
var cursor = File.Exists("cursor") ? File.ReadAllText("cursor") : "";
for (var atEnd = false; !atEnd;)
{
    var after = cursor == "" ? "" : "&after=" + Uri.EscapeDataString(cursor);
    using var page = JsonDocument.Parse(await http.GetStringAsync("/api/v1/feed?limit=100&types=consignment." + after));
    foreach (var message in page.RootElement.GetProperty("events").EnumerateArray())
        Console.WriteLine(message.GetProperty("type").GetString() + " " + message.GetProperty("subject").GetString());
    // Store the cursor after the events are handled, so that unhandled events are sent again.
    if (page.RootElement.GetProperty("next").GetString() is string next) File.WriteAllText("cursor", cursor = next);
    atEnd = page.RootElement.GetProperty("atEnd").GetBoolean();
}
`,
  },
  stream: {
    curl: `
# The id of a message is its cursor. Send the last one as Last-Event-ID to continue after it.
curl --silent --show-error --no-buffer "$PLATFORM/api/v1/feed/stream?types=consignment." \\
  --header "Authorization: Bearer $ACCESS_KEY"
`,
    node: `
const { PLATFORM, ACCESS_KEY } = process.env;
const answer = await fetch(PLATFORM + '/api/v1/feed/stream?types=consignment.', {
  // 'last-event-id' with the id of the last message continues after it.
  headers: { authorization: 'Bearer ' + ACCESS_KEY },
});
if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()));
let text = '';
for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
  const messages = (text + part).split('\\n\\n');
  text = messages.pop();
  for (const message of messages) {
    const data = message.split('\\n').find((line) => line.startsWith('data: '));
    if (!data) continue; // a comment, sent to keep the connection open
    const event = JSON.parse(data.slice('data: '.length));
    console.log(event.type, event.subject, event.data.status.name);
  }
}
`,
    python: `
import json, os, urllib.request

request = urllib.request.Request(
    os.environ["PLATFORM"] + "/api/v1/feed/stream?types=consignment.",
    # "Last-Event-ID" with the id of the last message continues after it.
    headers={"Authorization": "Bearer " + os.environ["ACCESS_KEY"]},
)
with urllib.request.urlopen(request, timeout=60) as answer:  # the server sends a comment every 15 seconds
    for line in answer:
        if line.startswith(b"data: "):
            event = json.loads(line[len(b"data: "):])
            print(event["type"], event["subject"], event["data"]["status"]["to"], flush=True)
`,
    csharp: `
using System.Net.Http.Headers;
using System.Text.Json;

var http = new HttpClient { BaseAddress = new Uri(Environment.GetEnvironmentVariable("PLATFORM")!) };
http.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("ACCESS_KEY"));
// "Last-Event-ID" with the id of the last message continues after it.
using var stream = new StreamReader(await http.GetStreamAsync("/api/v1/feed/stream?types=consignment."));
while (await stream.ReadLineAsync() is string line)
{
    if (!line.StartsWith("data: ")) continue;
    using var message = JsonDocument.Parse(line["data: ".Length..]);
    Console.WriteLine(message.RootElement.GetProperty("type").GetString());
}
`,
  },
  webhook: {
    curl: `
# WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE are the headers of a delivery. body.json contains the exact bytes of its body.
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 --decode | od -An -v -tx1 | tr -d ' \\n')
expected=$({ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
age=$(($(date +%s) - WEBHOOK_TIMESTAMP))
case " $WEBHOOK_SIGNATURE " in
  *" v1,$expected "*) [ "$age" -le 300 ] && [ "$age" -ge -300 ] && echo valid || { echo stale; exit 1; } ;;
  *) echo forged; exit 1 ;;
esac
`,
    node: `
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const handled = new Set(); // in your database, because a delivery may arrive more than once
const MAX_BODY_BYTES = 64 * 1024;

createServer(async (request, response) => {
  const parts = [];
  let size = 0;
  for await (const part of request) if ((size += part.length) <= MAX_BODY_BYTES) parts.push(part);
  if (size > MAX_BODY_BYTES) return response.writeHead(413).end();
  let event;
  try {
    event = webhook.verify(Buffer.concat(parts).toString(), request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  if (!handled.has(event.id)) {
    console.log(event.type, event.subject, event.sequence);
    handled.add(event.id);
  }
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 8080));
`,
    python: `
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
MAX_BODY_BYTES = 64 * 1024
handled = set()  # in your database, because a delivery may arrive more than once


def verify(body, headers):
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(time.time() - int(stamp)) > 300:
        return False
    signed = f'{headers.get("webhook-id", "")}.{stamp}.'.encode() + body
    expected = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(one, "v1," + expected) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers.get("content-length", "0"))
        if size > MAX_BODY_BYTES:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(size)
        if not verify(body, self.headers):
            return self.answer(401)
        event = json.loads(body)
        if event["id"] not in handled:
            print(event["type"], event["subject"], event["sequence"], flush=True)
            handled.add(event["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
`,
    csharp: `
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

var secret = Convert.FromBase64String(Environment.GetEnvironmentVariable("WEBHOOK_SECRET")!["whsec_".Length..]);
var handled = new HashSet<string>(); // in your database, because a delivery may arrive more than once
var app = WebApplication.CreateBuilder(args).Build();

bool Verify(byte[] body, IHeaderDictionary headers)
{
    if (!long.TryParse(headers["webhook-timestamp"], out var stamp)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - stamp) > 300) return false;
    var signed = Encoding.UTF8.GetBytes(headers["webhook-id"] + "." + stamp + ".").Concat(body).ToArray();
    var expected = "v1," + Convert.ToBase64String(HMACSHA256.HashData(secret, signed));
    return headers["webhook-signature"].ToString().Split(' ').Any(signature =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(signature), Encoding.UTF8.GetBytes(expected)));
}

app.MapPost("/", async (HttpRequest request) =>
{
    if (request.ContentLength is null or > 64 * 1024) return Results.StatusCode(413);
    using var body = new MemoryStream();
    await request.Body.CopyToAsync(body);
    if (!Verify(body.ToArray(), request.Headers)) return Results.Unauthorized();
    using var message = JsonDocument.Parse(body.ToArray());
    if (handled.Add(message.RootElement.GetProperty("id").GetString()!))
        Console.WriteLine(message.RootElement.GetProperty("type").GetString());
    return Results.NoContent();
});
app.Run();
`,
  },
  status: {
    curl: `
curl --silent --show-error --fail-with-body "$PLATFORM/api/services/app/ILISIntegration/PushConsignStatus" \\
  --header "Authorization: Bearer $ACCESS_KEY" --header "Content-Type: application/json" \\
  --data "{\\"consignInfoIDs\\":\\"$CONSIGNMENT\\",\\"consignStatus\\":30,\\"changeTime\\":\\"2026-11-25 10:00:00\\",
    \\"changeDescription\\":\\"同意\\",\\"operUserNameFriendly\\":\\"赵试验\\"}"
`,
    node: `
const { PLATFORM, ACCESS_KEY, CONSIGNMENT } = process.env;
const answer = await fetch(PLATFORM + '/api/services/app/ILISIntegration/PushConsignStatus', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + ACCESS_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({
    consignInfoIDs: CONSIGNMENT,
    consignStatus: 30, // passed the audit
    changeTime: '2026-11-25 10:00:00',
    changeDescription: '同意',
    operUserNameFriendly: '赵试验',
  }),
});
const { success, error, result } = await answer.json();
if (!success) throw new Error(error.code + ' ' + error.message);
console.log(result.items);
`,
    python: `
import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    os.environ["PLATFORM"] + "/api/services/app/ILISIntegration/PushConsignStatus",
    headers={"Authorization": "Bearer " + os.environ["ACCESS_KEY"], "Content-Type": "application/json"},
    data=json.dumps({
        "consignInfoIDs": os.environ["CONSIGNMENT"],
        "consignStatus": 30,  # passed the audit
        "changeTime": "2026-11-25 10:00:00",
        "changeDescription": "同意",
        "operUserNameFriendly": "赵试验",
    }).encode(),
)
try:
    with urllib.request.urlopen(request, timeout=60) as answer:
        print(json.load(answer)["result"]["items"])
except urllib.error.HTTPError as refused:
    raise SystemExit(json.load(refused)["error"])
`,
    csharp: `
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;

var http = new HttpClient { BaseAddress = new Uri(Environment.GetEnvironmentVariable("PLATFORM")!) };
http.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("ACCESS_KEY"));
var answer = await http.PostAsJsonAsync("/api/services/app/ILISIntegration/PushConsignStatus", new
{
    consignInfoIDs = Environment.GetEnvironmentVariable("CONSIGNMENT"),
    consignStatus = 30, // passed the audit
    changeTime = "2026-11-25 10:00:00",
    changeDescription = "同意",
    operUserNameFriendly = "赵试验",
});
using var body = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
if (!body.RootElement.GetProperty("success").GetBoolean())
    throw new Exception(body.RootElement.GetProperty("error").ToString());
Console.WriteLine(body.RootElement.GetProperty("result"));
`,
  },
};
