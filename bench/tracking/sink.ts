// A bare Node server that reads and discards bodies: the baseline of the collector. Argument: port.
import { createServer } from "node:http";

createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () => response.writeHead(200, { "content-length": 0 }).end());
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.stdout.write("listening\n"));
