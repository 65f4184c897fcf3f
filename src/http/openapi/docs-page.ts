import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The documentation for browsers: Swagger UI, which shows /openapi.json. Everything comes from this service, and
 * nothing else may run.
 */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Swagger UI's style sheet contains its pictures.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * @param folder the folder with the page's files, relative to the page
 * @returns the page
 */
export function docsPage(folder: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>axl-phone-proxy</title>
    <link rel="icon" type="image/png" href="${folder}/favicon-32x32.png">
    <link rel="stylesheet" href="${folder}/swagger-ui.css">
    <script defer src="${folder}/utf-8.js"></script>
    <script defer src="${folder}/swagger-ui-bundle.js"></script>
    <script defer src="${folder}/start.js"></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. What it shows is at /openapi.json.</noscript>
    <div id="swagger-ui"></div>
  </body>
</html>
`;
}

/** Swagger UI makes its Authorization header with btoa, which supports only Latin-1. This service expects UTF-8. */
const utf8Script = `{
  const { btoa } = window;
  window.btoa = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
`;

/** The address of the document is relative to this script, in case a proxy adds a path. */
const startScript = `SwaggerUIBundle({
  url: new URL('../../openapi.json', document.currentScript.src).href,
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: 'none',
});
`;

/** A file that the page needs. */
export interface DocsFile {
  readonly name: string;
  readonly type: string;
  readonly read: () => string | Buffer;
}

export const docsFiles: readonly DocsFile[] = [
  { name: 'utf-8.js', type: 'text/javascript', read: () => utf8Script },
  { name: 'start.js', type: 'text/javascript', read: () => startScript },
  swaggerUi('swagger-ui-bundle.js', 'text/javascript'),
  swaggerUi('swagger-ui.css', 'text/css'),
  swaggerUi('favicon-32x32.png', 'image/png'),
];

/** One of the files of Swagger UI that the build copies. */
function swaggerUi(name: string, type: string): DocsFile {
  const { resolve } = createRequire(import.meta.url);
  return { name, type, read: () => readFileSync(resolve(`#third-party/swagger-ui-dist/${name}`)) };
}
