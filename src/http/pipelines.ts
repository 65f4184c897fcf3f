import type http from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of one connection are handled at the same time. */
const mostAtWork = 16;
/** How many requests may wait, over all connections. Clients have sent them without waiting for earlier responses. */
const mostWaiting = 4_096;

type Listener = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** The requests of one connection without a response. */
interface Pipeline {
  /** Not begun yet, in order of arrival. */
  readonly waiting: (readonly [http.IncomingMessage, http.ServerResponse])[];
  /**
   * The responses reach the head of the connection one after another. Node reports only the end of the one at the head.
   */
  readonly atWork: Set<http.ServerResponse>;
  isRefused: boolean;
}

/**
 * Limits how many requests one connection has at work. Further requests wait, and the connection is not read in the
 * meantime. If too many wait over all connections, the request is refused, and nothing more is read from its
 * connection.
 */
export class Pipelines {
  readonly #begin: Listener;
  readonly #refuse: (response: http.ServerResponse) => void;
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  #waiting = 0;

  /**
   * @param begin handles a request until its response is closed
   * @param refuse answers a request that is not accepted, as the last one of its connection
   */
  constructor(begin: Listener, refuse: (response: http.ServerResponse) => void) {
    this.#begin = begin;
    this.#refuse = refuse;
  }

  readonly take: Listener = (request, response) => {
    const { socket } = request;
    const pipeline = this.#pipelineOf(socket);
    if (pipeline.isRefused) return;
    if (pipeline.atWork.size < mostAtWork && pipeline.waiting.length === 0) {
      this.#work(pipeline, request, response);
      return;
    }
    socket.pause();
    if (this.#waiting < mostWaiting) {
      pipeline.waiting.push([request, response]);
      this.#waiting += 1;
      return;
    }
    pipeline.isRefused = true;
    this.#refuse(response);
  };

  #work(pipeline: Pipeline, request: http.IncomingMessage, response: http.ServerResponse): void {
    pipeline.atWork.add(response);
    response.once('close', () => {
      pipeline.atWork.delete(response);
      // Other connections get a turn first. Otherwise, if its responses are ready at once, one connection could handle
      // all of its waiting requests without a pause.
      if (pipeline.waiting.length > 0 && pipeline.atWork.size === 0)
        setImmediate(this.#workOn, pipeline, request.socket);
    });
    this.#begin(request, response);
  }

  readonly #workOn = (pipeline: Pipeline, socket: Socket): void => {
    for (const next of pipeline.waiting.splice(0, socket.destroyed ? 0 : mostAtWork)) {
      this.#waiting -= 1;
      this.#work(pipeline, ...next);
    }
    if (pipeline.waiting.length === 0 && !pipeline.isRefused) socket.resume();
  };

  #pipelineOf(socket: Socket): Pipeline {
    const found = this.#pipelines.get(socket);
    if (found) return found;
    const pipeline: Pipeline = { waiting: [], atWork: new Set(), isRefused: false };
    this.#pipelines.set(socket, pipeline);
    // Node continues to read when one of the requests has ended.
    socket.on('resume', () => {
      if (pipeline.waiting.length > 0 || pipeline.isRefused) socket.pause();
    });
    socket.once('close', () => {
      this.#waiting -= pipeline.waiting.splice(0).length;
      // Before release 22, Node reports a closed connection only to the response at its head.
      for (const response of pipeline.atWork) if (!response.closed) response.emit('close');
    });
    return pipeline;
  }
}
