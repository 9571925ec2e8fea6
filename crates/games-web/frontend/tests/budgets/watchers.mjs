// Viewers of searches that cost next to nothing themselves: they note when something came, and read
// it when all is over. What a browser takes to show a hundred pages is not the server's.

import { randomBytes } from "node:crypto";
import { connect } from "node:net";

/** A message of a client, at most 125 bytes or at most 65,535 long. */
function frame(text) {
  const data = Buffer.from(text);
  const mask = randomBytes(4);
  const long = data.length > 125;
  const head = Buffer.from(long ? [0x81, 0xfe, data.length >> 8, data.length & 255] : [0x81, 0x80 | data.length]);
  return Buffer.concat([head, mask, data.map((byte, at) => byte ^ mask[at & 3])]);
}

/** The messages in what came, each with the time at which its last byte came. */
function messages(chunks) {
  const found = [];
  const all = Buffer.concat(chunks.map(({ data }) => data));
  const ends = [];
  let end = 0;
  for (const { data } of chunks) ends.push((end += data.length));
  let chunk = 0;
  for (let at = all.indexOf("\r\n\r\n") + 4; at + 2 <= all.length; ) {
    const kind = all[at] & 15;
    const short = all[at + 1] & 127;
    if (short === 127) throw new Error("a message of 64 kB and more");
    const head = short === 126 ? 4 : 2;
    const length = short === 126 ? all.readUInt16BE(at + 2) : short;
    const over = at + head + length;
    if (over > all.length) break;
    while (ends[chunk] < over) chunk++;
    if (kind === 1) found.push({ at: chunks[chunk].at, ...JSON.parse(all.toString("utf8", at + head, over)) });
    at = over;
  }
  return found;
}

/** Sees a search until `close`, which returns all that was told. */
export function watch(server, request) {
  const { hostname, port, host } = new URL(server.url);
  return new Promise((opened, failed) => {
    const chunks = [];
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const close = () => {
      socket.destroy();
      return messages(chunks);
    };
    socket.on("error", failed);
    socket.on("data", (data) => {
      if (chunks.push({ at: performance.now(), data }) === 1) {
        socket.write(frame(JSON.stringify(request)));
        opened({ close });
      }
    });
    const key = randomBytes(16).toString("base64");
    socket.write(`GET /api/v1/live HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
  });
}
