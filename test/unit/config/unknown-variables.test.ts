import { describe, expect, it } from 'vitest';
import { editDistance, unknownVariables } from '../../../src/config/unknown-variables.js';
import { variableNames } from '../../../src/config/variables.js';

const look = (env: NodeJS.ProcessEnv) => unknownVariables(env, variableNames);

/** As found in containers of Kubernetes and Docker, on GitHub's runners, under systemd and in shells; values shortened. */
const usual = `PATH HOME HOSTNAME PWD OLDPWD SHLVL SHELL TERM LANG LC_ALL LANGUAGE TZ USER LOGNAME MAIL EDITOR PAGER
DISPLAY XAUTHORITY TMPDIR _ PS1 COLORTERM HISTSIZE HOSTTYPE OSTYPE MACHTYPE SSH_CONNECTION SSH_TTY SUDO_USER
NODE_VERSION YARN_VERSION NODE_OPTIONS NODE_ENV NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED
UV_THREADPOOL_SIZE npm_config_cache npm_package_name npm_lifecycle_event npm_node_execpath npm_command INIT_CWD
HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR SSL_KEY_FILE
CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_REF_NAME GITHUB_WORKSPACE RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE ImageOS
ImageVersion AGENT_TOOLSDIRECTORY ACTIONS_RUNNER_ACTION_ARCHIVE_CACHE ANDROID_HOME JAVA_HOME ACCEPT_EULA
ANDROID_NDK_LATEST_HOME AZURE_EXTENSION_DIR CHROME_BIN CHROMEWEBDRIVER DEPLOYMENT_BASEPATH DOTNET_NOLOGO
EDGEWEBDRIVER ENABLE_RUNNER_TRACING GECKOWEBDRIVER GHCUP_INSTALL_BASE_PREFIX GOROOT_1_21_X64 HOMEBREW_NO_AUTO_UPDATE
INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID NOTIFY_SOCKET WATCHDOG_USEC LISTEN_FDS LISTEN_PID
LOGS_DIRECTORY STATE_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY CONFIGURATION_DIRECTORY CACHE_DIRECTORY
XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
KUBERNETES_SERVICE_PORT_HTTPS POD_NAME POD_NAMESPACE POD_IP NODE_NAME SERVICE_PORT
HOST PORT POST PORTS HOSTS SPORT host port Host MY_HOST MY_PORT LOG_LEVEL LOGLEVEL LOG_LEVELS
APP_PASSWORD APP_USERNAME APP_VERSION APP_URL API_URL API_VERSION API_PASSWORD SQL_PASSWORD SQL_USERNAME DB_PASSWORD
DATABASE_URL REDIS_URL SMTP_USERNAME SMTP_PASSWORD OAUTH_USERNAME OAUTH_PASSWORD PGPASSWORD PGUSER PGHOST PGPORT
DEBUG VERBOSE PASSWORD USERNAME`.split(/\s+/);

describe('other variables', () => {
  it.each([
    ['READ_ONLY_USER', 'READ_ONLY_USERS'],
    ['READONLY_USERS', 'READ_ONLY_USERS'],
    ['READONLYUSERS', 'READ_ONLY_USERS'],
    ['READONLY_USER', 'READ_ONLY_USERS'],
    ['READ_ONLY_USRES', 'READ_ONLY_USERS'],
    ['READ_ONLY', 'READ_ONLY_USERS'],
    ['read_only_users', 'READ_ONLY_USERS'],
    ['ReadOnlyUsers', 'READ_ONLY_USERS'],
    ['REDA_ONLY_USERS', 'READ_ONLY_USERS'],
    ['READ_ONLY_USERNAMES', 'READ_ONLY_USERS'],
    ['READONLY_ACCOUNTS', 'READ_ONLY_USERS'],
    ['AUTH_READ_ONLY_USERS', 'READ_ONLY_USERS'],
    ['auth_readonly', 'READ_ONLY_USERS'],
    ['USERS_READ_ONLY', 'READ_ONLY_USERS'],
    ['READONLY', 'READ_ONLY_USERS'],
    ['READER_USERS', 'READ_ONLY_USERS'],
    ['AUTH_READERS_USERS', 'READ_ONLY_USERS'],
    ['PROPOSING_USER', 'PROPOSING_USERS'],
    ['PROPOSERS', 'PROPOSING_USERS'],
    ['APPROVING_USER', 'APPROVING_USERS'],
    ['APPROVERS', 'APPROVING_USERS'],
    ['AUTH_APPROVING', 'APPROVING_USERS'],
    ['AUTH_PROPOSING', 'PROPOSING_USERS'],
    ['AXL_USERNAM', 'AXL_USERNAME'],
    ['AXL_USER_NAME', 'AXL_USERNAME'],
    ['ALX_USERNAME', 'AXL_USERNAME'],
    ['AXL_PASWORD', 'AXL_PASSWORD'],
    ['AXL_PASSWD', 'AXL_PASSWORD'],
    ['AXL_PASSWORDFILE', 'AXL_PASSWORD_FILE'],
    ['AXL_URI', 'AXL_URL'],
    ['AXL_URLS', 'AXL_URL'],
    ['axl_url', 'AXL_URL'],
    ['AXL_TIMEOUT', 'AXL_TIMEOUT_MS'],
    ['AUTH_HTPASSWD', 'AUTH_HTPASSWD_FILE'],
    ['AUTH_HTPASWD_FILE', 'AUTH_HTPASSWD_FILE'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['TLS_CERT', 'TLS_CERT_FILE'],
    ['TLS_KEYFILE', 'TLS_KEY_FILE'],
    ['AUDIT_LOG', 'AUDIT_LOG_FILE'],
    ['ADMIN_PROT', 'ADMIN_PORT'],
  ])('%s is refused: %s is meant', (name, meant) => {
    const problem = `${name} is not a variable of this service; did you mean ${meant}?`;
    expect(look({ [name]: 'x' })).toEqual({ problems: [problem], warnings: [] });
  });

  it.each([
    'AXL_COLOUR',
    'AUTH_REALM',
    'ADMIN_TOKEN',
    'TLS_CIPHERS',
    'AUDIT_TARGET',
    'READ_AHEAD',
    'READ_USERS',
    'LOG_FORMAT',
    'AXL_HOME',
  ])('%s, which is similar, is reported', (name) => {
    expect(look({ [name]: 'x' })).toEqual({
      problems: [],
      warnings: [`${name} is not a variable of this service and has no effect`],
    });
  });

  it('that are common elsewhere are ignored', () => {
    const env = Object.fromEntries(usual.map((name) => [name, 'x']));
    const { problems, warnings } = look(env);
    expect(problems).toEqual([]);
    expect(warnings).toEqual(['LOG_LEVELS is not a variable of this service and has no effect']);
  });

  it('that Kubernetes sets for a service are ignored, whatever the name of the service', () => {
    const ofService = (service: string) => ({
      [`${service}_SERVICE_HOST`]: '10.0.0.1',
      [`${service}_SERVICE_PORT`]: '8080',
      [`${service}_SERVICE_PORT_HTTP`]: '8080',
      [`${service}_PORT`]: 'tcp://10.0.0.1:8080',
      [`${service}_PORT_8080_TCP`]: 'tcp://10.0.0.1:8080',
      [`${service}_PORT_8080_TCP_PROTO`]: 'tcp',
      [`${service}_PORT_8080_TCP_PORT`]: '8080',
      [`${service}_PORT_8080_TCP_ADDR`]: '10.0.0.1',
      [`${service}_PORT_53_UDP_ADDR`]: '10.0.0.1',
    });
    for (const service of ['AXL_PHONE_PROXY', 'AXL', 'AXL_PROXY', 'ADMIN', 'AUTH', 'READ_ONLY_USER', 'TLS_KEY']) {
      expect(look(ofService(service))).toEqual({ problems: [], warnings: [] });
    }
    expect(look({ AXL_PORT: '8443' }).warnings).toHaveLength(1);
  });

  it('of this service, or empty ones, are ignored', () => {
    const env = Object.fromEntries(variableNames.map((name) => [name, 'x']));
    expect(look({ ...env, READ_ONLY_USER: '', AXL_COLOUR: '' })).toEqual({ problems: [], warnings: [] });
  });
});

describe('the distance of two names', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'ab', 1],
    ['abc', 'bc', 1],
    ['abc', 'acb', 1],
    ['abc', 'xabcx', 2],
    ['abcd', 'badc', 2],
    ['abc', 'xyz', 3],
    ['kitten', 'sitting', 3],
  ])('%j and %j: %d', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
    expect(editDistance(b, a)).toBe(edits);
  });
});
