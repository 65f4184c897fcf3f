import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * The limits of the buckets in seconds. The lowest is for answers from the memory of a near backend, the highest for
 * the longest usual deadline.
 */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Every metric of this service, in base units. Each label has few values: routes are patterns, methods are the known
 * ones, nodes are the configured ones, outcomes and reasons are closed lists.
 */
export function metricFamilies(registry: Registry) {
  const registers = [registry];
  const named = (name: string): string => `axl_phone_proxy_${name}`;
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name: named(name), help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge<Label>({ name: named(name), help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram<Label>({ name: named(name), help, labelNames, registers, buckets: durationBuckets });
  /**
   * A counter of a histogram's observations. Its value is taken from the histogram at each scrape, so that nothing is
   * counted twice.
   */
  const countOf = <Label extends string>(observed: Histogram<Label>, name: string, help: string, ...labels: Label[]) =>
    new Counter<Label>({
      ...{ name: named(name), help, labelNames: labels, registers },
      async collect() {
        this.reset();
        for (const { metricName, labels: ofSeries, value } of (await observed.get()).values) {
          if (metricName?.endsWith('_count') === true) this.inc(ofSeries as Record<Label, string>, value);
        }
      },
    });
  const requestLabels = ['method', 'route', 'status'] as const;
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    "How long callers' requests took, up to the end of the answer.",
    ...requestLabels,
  );
  const axlLabels = ['operation', 'node', 'outcome'] as const;
  const axlSeconds = histogram(
    'axl_call_duration_seconds',
    'How long calls to a node of the call manager took, each attempt.',
    ...axlLabels,
  );
  countOf(requestSeconds, 'http_requests_total', "Callers' requests that are over.", ...requestLabels);
  countOf(
    axlSeconds,
    'axl_calls_total',
    'Calls to a node of the call manager, each attempt, by how they ended.',
    ...axlLabels,
  );
  return {
    requestSeconds,
    axlSeconds,
    build: gauge('build_info', 'The version of this service; always 1.', 'version'),
    loginsRefused: counter('logins_refused_total', "Callers' logins that were refused.", 'reason'),
    writes: counter(
      'writes_total',
      'Lists of buttons to be set, by kind and by what became of them.',
      'buttons',
      'outcome',
    ),
    changes: counter('history_changes_total', 'Changes that the history keeps, by how they ended.', 'outcome'),
    historySeconds: histogram(
      'history_store_duration_seconds',
      'How long the store of the history took, by what it was asked for.',
      'operation',
      'outcome',
    ),
    writingStopped: gauge(
      'writing_stopped',
      'Whether this service writes nothing, because a write has changed more than its list (1), or writes (0).',
    ),
    historyUnsettled: gauge(
      'history_unsettled_changes',
      'Changes that ended in a way that the history does not have yet.',
    ),
    lateAnswers: counter(
      'late_answers_total',
      'Writes that were answered after their caller had been, by what the answer showed of the list.',
      'list',
    ),
    inventoryPageSeconds: histogram(
      'inventory_page_duration_seconds',
      'How long pages of the inventory took to be read and kept, by table.',
      'table',
    ),
    inventoryRows: counter('inventory_rows_read_total', 'Rows that sweeps of the inventory have read.', 'table'),
    inventoryBytes: counter('inventory_bytes_read_total', 'Bytes of those answers, about.', 'table'),
    inventorySweeps: counter('inventory_sweeps_total', 'Sweeps of the inventory that ended, by how.', 'outcome'),
    inventorySweepSeconds: gauge('inventory_sweep_duration_seconds', 'How long the last whole sweep took.'),
    inventoryFindings: gauge(
      'inventory_findings',
      'What the last whole sweep of this instance found, by kind.',
      'kind',
    ),
    inventoryWholeTime: gauge(
      'inventory_whole_timestamp_seconds',
      'When the last whole sweep of this instance ended (Unix time).',
    ),
    changeLoads: counter('change_loads_total', 'Phones that were to load their change, by how that went.', 'outcome'),
    axlRetries: counter('axl_retries_total', 'AXL calls sent again after a passing failure.', 'operation', 'reason'),
    axlInFlight: gauge('axl_calls_in_flight', 'AXL calls that are in flight now.'),
    axlInFlightLimit: gauge('axl_calls_in_flight_limit', 'The most AXL calls that may be in flight.'),
    axlQueueLength: gauge('axl_queue_length', 'Callers who wait for their turn now.'),
    axlQueueSeconds: histogram(
      'axl_queue_wait_seconds',
      'How long callers waited for their turn, if they had to wait and got it.',
    ),
    axlShed: counter('axl_shed_total', 'Callers refused because of overload, by why.', 'reason'),
    axlThrottle: gauge('axl_throttle_level', 'How gently a busy call manager is treated: 0 (as usual) to 5.'),
    axlBreakerOpen: gauge(
      'axl_breaker_open',
      'Whether a node is taken for dead and only probed (1) or not (0).',
      'node',
    ),
    axlSessionLogins: counter('axl_session_logins_total', 'Logins with user name and password at a node.', 'node'),
    axlCredentialsRefused: counter('axl_credentials_refused_total', 'Logins that a node refused.', 'node'),
    axlUnreadableAnswers: counter(
      'axl_unreadable_answers_total',
      'Answers of the call manager with values that hold unreadable characters, which callers see as U+FFFD.',
      'operation',
    ),
    axlRelease: gauge('axl_release_info', 'AXL release in use, and version of the call manager.', 'release', 'version'),
    auditFileFailing: gauge('audit_file_failing', 'Whether AUDIT_LOG_FILE cannot be written (1) or can (0).'),
    auditLinesLost: counter('audit_lines_lost_total', 'Audit lines that AUDIT_LOG_FILE will never have.'),
    logLinesLost: counter('log_lines_lost_total', 'Log lines that standard output did not take in time.'),
    certificateRemaining: gauge(
      'certificate_remaining_seconds',
      'For how long a certificate is valid; of each subject in a file the least.',
      'file',
      'subject',
    ),
    certificatesUnusable: gauge(
      'certificate_files_unusable',
      'Whether a file changed to what cannot be used (1).',
      'file',
    ),
    htpasswdUnusable: gauge('htpasswd_file_unusable', 'Whether something in AUTH_HTPASSWD_FILE cannot be used (1).'),
    unexpectedErrors: counter('unexpected_errors_total', 'Errors that this service was not built for.'),
  };
}
