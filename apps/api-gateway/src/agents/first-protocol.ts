import type { ClientHttp2Stream } from 'node:http2';
import { maxReportLength } from '@trellis/contracts';

/** Reads the reports of an agent that speaks version 1 of the protocol, line by line. */
export function followLines(stream: ClientHttp2Stream, onLine: (line: string) => void): void {
  stream.on('error', () => undefined);
  stream.setEncoding('utf8');
  let text = '';
  stream.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop()!;
    // Too long for a report: it ends the connection.
    if (text.length > maxReportLength) onLine(text);
    else for (const line of lines.slice(-1)) onLine(line);
  });
}
