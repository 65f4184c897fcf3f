import { describe, expect, it } from 'vitest';
import {
  isRelease,
  newestRelease,
  releases,
  releasesNamedIn,
  versionsNamedIn,
} from '../../../../src/axl/soap/releases.js';
import { refusalByStatus } from '../../../../src/axl/soap/soap-faults.js';

it('the releases are listed oldest first, and the newest is the last', () => {
  expect(releases).toEqual([...releases].sort((a, b) => Number(a) - Number(b)));
  expect(newestRelease).toBe(releases.at(-1));
});

it('a release is an entry of the list, spelled as there', () => {
  expect(['12.5', '12', '13.0', '12.5 ', ''].map(isRelease)).toEqual([true, false, false, false, false]);
});

describe('the releases in a refusal', () => {
  const twelve = ['12.5', '12.0'];

  it.each<[page: string, named: readonly string[]]>([
    ['Incorrect axl version. Supported axl versions are 12.x, 14.0 and 15.0', ['15.0', '14.0', ...twelve]],
    ['Incorrect axl version. Supported axl versions are 9.0, 9.1, 10.0.', ['10.0', '9.1', '9.0']],
    ['Supported AXL Versions: 8.0, 8.5', ['8.5']],
    ['SUPPORTED AXL VERSIONS ARE 12.X', twelve],
    ['Supported versions are 10.5', ['10.5']],
    ['Supported versions 11.0 to 12.5', ['12.5', '11.0']],
    ['Supported version is 15.0', ['15.0']],
    ['The AXL version is not supported. Supported versions are 14.0;12.5.', ['14.0', '12.5']],
    ['AXL version 15.0 is not supported. Supported versions are 12.5', ['12.5']],
    ['Unsupported AXL version 15.0. Supported AXL versions are 10.0', ['10.0']],
    ['Versions supported: 11.5, 12.0', ['12.0', '11.5']],
    ['Supported axl versions are 14.0, 14.0 and 14.0', ['14.0']],
    ['12.x, 14.0 and 15.0', ['15.0', '14.0', ...twelve]],
    ['Wrong version. Use 10.5 or 11.0!', ['11.0', '10.5']],
    ['Incorrect axl version 15.0', ['15.0']],
    ['Supported axl versions are 12.x, 14 and 15.0', ['15.0', '14.0', ...twelve]],
    [
      '<!-- custom Cisco error page --><html><title>HTTP Status 599 - Incorrect axl version. Supported axl versions are 12.x, 14 and 15.0',
      ['15.0', '14.0', ...twelve],
    ],
    ['Supported axl versions are 14', ['14.0']],
    ['Supported AXL Versions: 12, 14;15.', ['15.0', '14.0', ...twelve]],
    ['Supported axl versions are 12.x, 14 and 15.0. Port 8443, line 11, 10 errors', ['15.0', '14.0', ...twelve]],
    ['Incorrect axl version 15. Supported axl versions are 12.5, 14', ['14.0', '12.5']],
    ['Incorrect axl version. Available versions are 8.0, 8.5 and 9', ['9.1', '9.0', '8.5']],
  ])('reads %j', (page, named) => {
    expect(releasesNamedIn(page)).toEqual(named);
  });

  it.each([
    '<html><body><h1>HTTP Status 599</h1><p>Incorrect axl version.</p><p>Supported axl versions are <b>12.x</b>, <i>14.0</i></p></body></html>',
    '<b>Supported</b>&nbsp;<b>axl</b>&nbsp;versions&nbsp;are&nbsp;12.x,&nbsp;14.0',
    'Supported&#160;axl&#xA0;versions&#32;are&#32;12.x&#44;&#32;14.0',
    'Supported\r\n axl\r\n versions\r\n are\r\n 12.x\r\n and\r\n 14.0',
    'Supported axl versions are <li>12.x<li>14.0<hr><h3>Apache Tomcat/9.0.41</h3>',
  ])('are found in markup: %j', (page) => {
    expect(releasesNamedIn(page)).toEqual(['14.0', ...twelve]);
  });

  it.each([
    '',
    'Incorrect axl version',
    '<html><style>p { font-size: 12.5px; width: 10.5% }</style>HTTP/1.1 599<hr>Apache Tomcat/9.0.41</html>',
    'Supported axl versions are listed in the guide',
    'Supported axl versions are listed in guide 14, from page 15 on',
    'Supported axl versions are 14px, 15%, 8443, 14abc and 10.1.2.3',
    'HTTP Status 599 - see chapter 14',
  ])('are not found in %j', (page) => {
    expect(versionsNamedIn(page)).toEqual([]);
  });

  it('distinguish unknown versions from none', () => {
    expect(versionsNamedIn('Supported axl versions are 6.0, 7.x and 29.0')).toEqual(['6.0', '7.x', '29.0']);
    expect(releasesNamedIn('Supported axl versions are 6.0, 7.x and 29.0')).toEqual([]);
  });

  it('are read from any page in limited time', { retry: 2 }, () => {
    const pages = ['<', '&', 'supported ', 'versions supported ', '12.', '1', 'supported versions 1', '14 ', 'and'];
    const started = performance.now();
    for (const page of pages) {
      releasesNamedIn(page.repeat(16_384 / page.length));
      releasesNamedIn(`supported versions are ${page.repeat(16_384 / page.length)}`);
    }
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('are reported to callers as on the page', () => {
    const refusal = (page: string) => refusalByStatus(599, undefined, page).message;
    expect(refusal('Supported axl versions are <b>12.x</b>, 14.0 and 15.0')).toContain('It supports 12.x, 14.0, 15.0.');
    expect(refusal('<html>no</html>')).toContain('It names no other.');
  });

  it('do not include 13', () => {
    expect(releases.some((release) => release.startsWith('13'))).toBe(false);
  });
});
