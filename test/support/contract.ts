import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, Json>>;
}

export interface OpenApi {
  readonly components?: { readonly schemas?: Readonly<Record<string, Json>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An answer as it was received. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Headers that every answer of any server may have; all others must be in the document. */
const commonHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'referrer-policy',
  'transfer-encoding',
  'x-content-type-options',
  'x-frame-options',
]);

/** Checks answers against an OpenAPI document. */
export class Contract {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(readonly document: OpenApi) {
    // Each named schema is one of its own. Otherwise it would be compiled again in each that refers to it.
    const named = JSON.parse(JSON.stringify(document).replaceAll('"#/components/schemas/', '"schema-')) as OpenApi;
    const schemas = Object.entries(named.components?.schemas ?? {});
    for (const [name, schema] of schemas) this.#ajv.addSchema({ $id: `schema-${name}`, ...schema });
    this.#ajv.addSchema({ $id: 'document', ...named });
  }

  /**
   * Every place where the document names a problem: `findPhones 502 call-manager-fault`, or a status: `findPhones 200`.
   */
  documented(): string[] {
    return this.#operations().flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) => {
        const codes = codesOf(response);
        return codes.length === 0
          ? [`${operationId} ${status}`]
          : codes.map((code) => `${operationId} ${status} ${code}`);
      }),
    );
  }

  /** @returns how an operation is called, with the first example of each parameter that its query needs */
  callOf(operationId: string): { readonly method: string; readonly path: string } {
    const [path, method] = this.#placeOf(operationId);
    const needed = this.document.paths[path]?.[method]?.parameters?.filter(({ required }) => required === true) ?? [];
    const query = needed.map(({ name, examples = {} }): [string, string] => [
      name,
      String(Object.values(examples)[0]?.value),
    ]);
    return {
      method: method.toUpperCase(),
      path: query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`,
    };
  }

  /** @returns a validator for the schema at a path in the document */
  schemaAt(...path: readonly string[]): ValidateFunction {
    const $ref = `document#/${path.map(pointerStep).join('/')}`;
    const validator = this.#validators.get($ref) ?? this.#ajv.compile({ $ref });
    this.#validators.set($ref, validator);
    return validator;
  }

  /** @returns the documented place of an answer, and how the answer violates the document */
  holds(operationId: string, { status, headers, text }: Answer): { place: string; faults: string[] } {
    const [path, method] = this.#placeOf(operationId);
    const response = this.document.paths[path]?.[method]?.responses[String(status)];
    if (!response) return { place: `${operationId} ${status}`, faults: [`status ${status} is not documented`] };
    const at = ['paths', path, method, 'responses', String(status)];
    const faults = [...this.#headerFaults(response, headers), ...this.#bodyFaults(at, response, headers, text)];
    const code = codesOf(response).length === 0 ? '' : ` ${(JSON.parse(text) as { code: string }).code}`;
    return { place: `${operationId} ${status}${code}`, faults };
  }

  #bodyFaults(at: string[], { content = {} }: ResponseObject, headers: Headers, text: string): string[] {
    const type = headers.get('content-type');
    if (Object.keys(content).length === 0) {
      return type === null && text === '' ? [] : ['a body, where none is documented'];
    }
    const media = type?.split(';')[0] ?? '';
    if (!(media in content)) return [`content type ${String(type)} is not documented`];
    const validate = this.schemaAt(...at, 'content', media, 'schema');
    const body: unknown = media.endsWith('json') ? JSON.parse(text) : text;
    const faults = validate(body) ? [] : [this.#ajv.errorsText(validate.errors)];
    if (media !== 'application/problem+json') return faults;
    const { requestId } = body as { requestId?: unknown };
    return requestId === headers.get('x-request-id') ? faults : [...faults, 'requestId is not that of X-Request-Id'];
  }

  #headerFaults({ headers: documented = {} }: ResponseObject, headers: Headers): string[] {
    const faults = Object.entries(documented).flatMap(([name, entry]) => {
      const { required, schema } = this.#resolved(entry) as { required?: boolean; schema: Json };
      const text = headers.get(name);
      if (text === null) return required === true ? [`header ${name} is missing`] : [];
      const value = schema['type'] === 'integer' ? Number(text) : text;
      return this.#ajv.validate(schema, value) ? [] : [`header ${name}: ${text}`];
    });
    const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
    const unknown = [...headers.keys()].filter((name) => !names.has(name) && !commonHeaders.has(name));
    return [...faults, ...unknown.map((name) => `header ${name} is not documented`)];
  }

  #resolved(entry: Json): unknown {
    const { $ref } = entry;
    if (typeof $ref !== 'string') return entry;
    return $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, step) => (node as Json)[step], this.document);
  }

  #operations(): Operation[] {
    return Object.values(this.document.paths).flatMap((item) => Object.values(item));
  }

  #placeOf(operationId: string): readonly [path: string, method: string] {
    for (const [path, item] of Object.entries(this.document.paths)) {
      for (const [method, operation] of Object.entries(item))
        if (operation.operationId === operationId) return [path, method];
    }
    throw new Error(`no operation ${operationId}`);
  }
}

function codesOf({ content = {} }: ResponseObject): string[] {
  const media = content['application/problem+json'] as
    | { schema: { allOf: [unknown, { properties: { code: { enum: string[] } } }] } }
    | undefined;
  return media?.schema.allOf[1].properties.code.enum ?? [];
}

function pointerStep(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
