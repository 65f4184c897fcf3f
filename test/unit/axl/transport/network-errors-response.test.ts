import { expect, it } from 'vitest';
import { responseInvalid } from '../../../../src/axl/transport/network-errors.js';

it('an invalid response leaves the effect of the request unknown, unless it is given', () => {
  const code = 'call-manager-answer-invalid';
  const facts = { detail: 'It is not SOAP.', effect: 'unknown', cause: 'answer' };
  expect(responseInvalid('It is not SOAP.')).toMatchObject({ code, facts });
  expect(responseInvalid('It is not SOAP.', 'HTTP 500', 'none')).toMatchObject({
    code,
    facts: { effect: 'none', cause: 'HTTP 500' },
  });
});
