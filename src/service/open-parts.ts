/** What has to be closed. */
export interface OpenPart {
  close(): void | Promise<void>;
}

/** The parts that are open: closed in the opposite order, at the end or when the start fails half-way. */
export class OpenParts {
  readonly #parts: OpenPart[] = [];

  /** @returns the part itself */
  add<Part extends OpenPart>(part: Part): Part {
    this.#parts.push(part);
    return part;
  }

  async close(): Promise<void> {
    for (const part of this.#parts.splice(0).reverse()) await part.close();
  }
}
