import { createRequire } from 'node:module';
import soap from 'soap';

/** Makes one AXL call; the result is the answer's `return`. */
export type Call = <Return>(operation: string, content: object) => Promise<Return>;

const { AXL_URL = '', WSDL = '' } = process.env;

/** The soap package's own client: a single one, with its own HTTP client and the WSDL of the operations in use. */
export async function soapClient(): Promise<Call> {
  const client = await soap.createClientAsync(WSDL, {}, AXL_URL);
  client.setSecurity(new soap.BasicAuthSecurity('axl', 'axl'));
  const operations = client as unknown as Record<string, (content: object) => Promise<[{ return: unknown }]>>;
  return async <Return>(operation: string, content: object) => {
    const [answer] = (await operations[`${operation}Async`]?.(content)) ?? [];
    return answer?.return as Return;
  };
}

interface CiscoAxlService {
  readonly _OPTIONS: { endpoint: string };
  executeOperation(operation: string, tags: object): Promise<unknown>;
}

/** npm's cisco-axl, which makes a new client from the publisher's whole WSDL for each call. */
export function ciscoAxl(): Call {
  const Service = createRequire(new URL('../../../tools/package.json', import.meta.url))('cisco-axl') as new (
    ...login: string[]
  ) => CiscoAxlService;
  const service = new Service('127.0.0.1', 'axl', 'axl', '14.0');
  // It supports no other port than 8443.
  service._OPTIONS.endpoint = AXL_URL;
  return <Return>(operation: string, content: object) =>
    service.executeOperation(operation, content) as Promise<Return>;
}
