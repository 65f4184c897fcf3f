import type http from 'node:http';
import type { Socket } from 'node:net';

/** So many requests of one connection are at work at the same time. */
const mostAtWork = 16;
/** So many wait for that, over all connections: requests that clients send without waiting for the responses. */
const mostWaiting = 4_096;

type Listener = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** The requests of one connection that have no response yet. */
interface Pipeline {
  /** Not begun yet, in order of arrival. */
  readonly waiting: (readonly [http.IncomingMessage, http.ServerResponse])[];
  /** One response after another comes to the head of the connection; Node tells of the end of that one alone. */
  readonly atWork: Set<http.ServerResponse>;
  isRefused: boolean;
}

/**
 * Bounds what one connection has at work. What a client sends ahead waits, and its connection is not read meanwhile;
 * where too much waits over all connections, it is refused and nothing more is taken from that connection.
 */
export class Pipelines {
  readonly #begin: Listener;
  readonly #refuse: (response: http.ServerResponse) => void;
  readonly #pipelines = new WeakMap<Socket, Pipeline>();
  #waiting = 0;

  /**
   * @param begin has a request at work until its response is closed
   * @param refuse answers one that cannot be taken, as the last of its connection
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
      // Others are served in between: responses that are ready at once would go on to the end of what waits.
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
    // Node reads on whenever one of the requests has ended.
    socket.on('resume', () => {
      if (pipeline.waiting.length > 0 || pipeline.isRefused) socket.pause();
    });
    socket.once('close', () => {
      this.#waiting -= pipeline.waiting.splice(0).length;
      // Before release 22, Node tells only the response at the head of the connection that it is closed.
      for (const response of pipeline.atWork) if (!response.closed) response.emit('close');
    });
    return pipeline;
  }
}
