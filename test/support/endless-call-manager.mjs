import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';

/**
 * A call manager in its own thread, with more buttons to a number than an answer holds. Its behavior depends on the
 * number:
 *
 * - `1N`: N speed dials to it; above 8 MB it says that the answer is too large, and how many rows fit;
 * - `2000`: the same, and its pages never end;
 * - `3000`: an answer of 300 MB;
 * - `4000`: a page of 199,000 empty rows;
 * - `5000`: the same page again and again.
 */
const longest = 8 * 1024 * 1024 - 1_000;
const names = ['Ana', 'Büro 2', 'Carlos Peña', 'Reception – night'];

function row(number, at, isPage) {
  const key = keyOf(at);
  // The names are in a different order than the keys.
  const name = `SEP${((at * 7_919 + 13) % 1_000_003).toString(16).toUpperCase().padStart(12, '0')}`;
  return (
    `<row>${isPage ? `<buttonkey>${key}</buttonkey>` : ''}<pkid>${key}</pkid><name>${name}</name>` +
    `<description>${names[at % 4]}, floor ${at % 40}, desk ${at}</description><product>Cisco 8841</product>` +
    `<model>Cisco 8841</model><tkclass>1</tkclass><kind>dial</kind><place>${(at % 5) + 1}</place>` +
    `<dialled>${number}</dialled><label>Help desk ${at % 100}</label><routepartition/></row>`
  );
}

function keyOf(at) {
  return `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
}

function tooLarge(total) {
  return {
    fault: `Query request too large. Total rows matched: ${total} rows. Suggestive Row Fetch: less than 12000 rows`,
  };
}

/** @returns the rows of an answer, or a fault */
function answerTo(sql) {
  const number = /IN \('([^']*)'/.exec(sql)?.[1] ?? '';
  const [, first, key, last] =
    /^SELECT FIRST (\d+) (\S+) AS buttonkey.* > '([^']*)' ORDER BY buttonkey$/.exec(sql) ?? [];
  if (number === '3000') return { bytes: 300_000_000 };
  if (number === '4000') return { rows: '<row/>'.repeat(199_000) };
  if (number === '5000' && first !== undefined) return { rows: rowsOf(number, 1, Number(first), true) };
  const total = number.startsWith('1') ? Number(number.slice(1)) : Infinity;
  if (first === undefined) return total * 330 > longest ? tooLarge(total) : { rows: rowsOf(number, 1, total, false) };
  if (key !== 's.pkid') return { rows: '' };
  const from = last === '' ? 1 : Number.parseInt(last.slice(24), 16) + 1;
  return { rows: rowsOf(number, from, Math.min(Number(first), total - from + 1), true) };
}

function rowsOf(number, from, count, isPage) {
  return Array.from({ length: count }, (_, at) => row(number, from + at, isPage)).join('');
}

function envelope(content) {
  return (
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    `${content}</soapenv:Body></soapenv:Envelope>`
  );
}

const unescaped = { '&gt;': '>', '&lt;': '<', '&amp;': '&' };

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const sql = (/<sql>([^<]*)</.exec(body)?.[1] ?? '').replace(
    /&\w+;/g,
    (reference) => unescaped[reference] ?? reference,
  );
  const operation = sql === '' ? 'getCCMVersion' : 'executeSQLQuery';
  const answer =
    sql === '' ? { rows: '<componentVersion><version>14.0.1.10000-1</version></componentVersion>' } : answerTo(sql);
  if (sql !== '') parentPort.postMessage({ asked: sql.slice(0, 60) });
  if (answer.fault !== undefined) {
    response.writeHead(500, { 'content-type': 'text/xml' });
    response.end(
      envelope(
        `<soapenv:Fault><faultcode>soapenv:Server</faultcode><faultstring>${answer.fault}</faultstring><detail>` +
          `<axlError><axlcode>-1</axlcode><axlmessage>${answer.fault}</axlmessage></axlError></detail></soapenv:Fault>`,
      ),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/xml' });
  if (answer.bytes !== undefined) {
    const piece = Buffer.from(rowsOf('3000', 1, 200, false));
    response.write(envelope('').split('</soapenv:Body>')[0] + '<ns:executeSQLQueryResponse xmlns:ns="x"><return>');
    let left = answer.bytes;
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length;
        if (!response.write(piece)) {
          response.once('drain', send);
          return;
        }
      }
      response.end();
    };
    response.once('close', () => parentPort.postMessage({ sent: answer.bytes - left }));
    send();
    return;
  }
  response.end(
    envelope(`<ns:${operation}Response xmlns:ns="x"><return>${answer.rows}</return></ns:${operation}Response>`),
  );
});

server.listen(0, '127.0.0.1', () => {
  parentPort.postMessage({ url: `http://127.0.0.1:${server.address().port}/axl/` });
});
