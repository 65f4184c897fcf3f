/** The only part of undici that the transport needs: loading the whole package makes a start a fifth slower. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
