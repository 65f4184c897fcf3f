import { expect, it } from 'vitest';
import { responseInvalid } from '../../../../src/axl/transport/network-errors.js';

it('a response that is none leaves open what the request did, unless it is said', () => {
  const code = 'call-manager-answer-invalid';
  const facts = { detail: 'It is not SOAP.', effect: 'unknown', cause: 'answer' };
  expect(responseInvalid('It is not SOAP.')).toMatchObject({ code, facts });
  expect(responseInvalid('It is not SOAP.', 'HTTP 500', 'none')).toMatchObject({
    code,
    facts: { effect: 'none', cause: 'HTTP 500' },
  });
});
