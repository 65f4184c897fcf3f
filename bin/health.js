#!/usr/bin/env node
// A health check for containers, with an exit code of 0 or 1. It reads the same variables as the service, from the
// environment alone. Where the service has no admin listener whose port is known, it is healthy while its own port
// takes connections.
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers';

const { HOST, PORT, ADMIN_HOST, ADMIN_PORT = '9464' } = process.env;
const isAdminPortKnown = !['', '0'].includes(ADMIN_PORT);

setTimeout(() => process.exit(1), 2_500).unref();
if (isAdminPortKnown) {
  get({ host: reachable(ADMIN_HOST), port: ADMIN_PORT, path: '/live' })
    .once('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
    .once('error', () => process.exit(1));
} else {
  connect({ host: reachable(HOST), port: Number(PORT || 8080) })
    .once('connect', () => process.exit(0))
    .once('error', () => process.exit(1));
}

/** An address to connect to, for one to listen on. */
function reachable(host) {
  if (!host || host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
